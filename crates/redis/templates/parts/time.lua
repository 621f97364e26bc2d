if operation == 'reset' then
  return redis.call('DEL', key)
end

local expires = not now
if expires then
  local time = redis.call('TIME')
  now = time[1] * 1000000 + time[2]
end

-- A wait is counted from this server's clock, which is behind the latest time after it was set back.
local function from_now(wait, clock)
  return wait and wait > 0 and expires and wait + clock - now or wait
end
