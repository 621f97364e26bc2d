local key = KEYS[1]
local operation, cost, now = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
