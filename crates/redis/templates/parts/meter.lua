--@ include call
local @size@, unit, amount = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])

--@ include time

--@ include level

-- @wait@
local function wait_for(parts)
  if parts <= 0 then
    return 0
  end
  return amount > 0 and math.ceil(parts / amount)
end

--@ include rule

local reset = wait_for(@level@)
--@ set expiring expires and reset
--@ include store

--@ include reply
