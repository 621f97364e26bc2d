-- The state at this time. Time never goes back.
local clock, @level@ = now, 0
--@ set whole @size@ * unit / amount
--@ include stored
if stored then
  clock = math.max(now, latest)
  @level@ = math.max(0, string.sub(stored, 1, -17) - amount * (clock - latest))
end
