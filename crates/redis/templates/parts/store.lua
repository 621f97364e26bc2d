if @level@ == 0 and before > 0 then
  redis.call('DEL', key)
elseif @level@ ~= before then
  local state = string.format('%d%016d', @level@, clock)
  if @expiring@ then
    redis.call('SET', key, state, 'PXAT', string.format('%d', math.ceil((clock + reset) / 1000)))
  else
    redis.call('SET', key, state)
  end
end
