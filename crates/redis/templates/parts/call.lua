local key = KEYS[1]
--@ include given
