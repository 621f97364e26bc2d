-- The state at this time. Time never goes back.
local clock, @level@ = now, 0
local stored = redis.call('GET', key)
if stored then
  local latest = tonumber(string.sub(stored, -16))
  clock = math.max(now, latest)
  @level@ = math.max(0, string.sub(stored, 1, -17) - amount * (clock - latest))
end
