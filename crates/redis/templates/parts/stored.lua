local stored = redis.call('GET', key)
local latest = stored and tonumber(string.sub(stored, -16))
if latest and expires and latest - now > @whole@ then
  -- This server's clock was set back by more than any state lasts: this one begins again.
  stored = false
end
