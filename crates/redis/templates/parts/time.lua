if operation == 'reset' then
  return redis.call('DEL', key)
end

local expires = not now
if expires then
  local time = redis.call('TIME')
  now = time[1] * 1000000 + time[2]
end
