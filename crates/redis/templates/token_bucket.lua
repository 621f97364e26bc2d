-- Token bucket: a bucket of tokens that fills at a rate; a request takes its cost.
--
--   tokens = min(capacity, tokens + rate * elapsed),  allow if  tokens >= cost
--
-- KEYS[1]  the state of one client: the missing parts of its bucket and, in the last 16 digits, the latest
--          time. A full bucket has no missing parts, so its key can expire.
--@ include arguments
--          capacity, unit, amount, initial, created_at, period
--          A token is `unit` parts. `amount` parts come back in each microsecond or, if there is a period
--          (0: none), at the end of each, counted from created_at, when the bucket had `initial` tokens.
-- Returns  outcome, limit, remaining, retry after (nil: never), reset after (nil: never), delay,
--          the time, and as it was before: the missing parts
--
-- Times are whole microseconds, and every number is an integer below 2^53, so nothing is ever rounded. Only
-- the refill of a long time can be larger, and it is then larger than the missing parts.
-- A denial writes nothing. A key expires when its bucket equals one that was never used. If time is
-- passed in, nothing expires, because the server's clock is not the caller's.

--@ set size capacity
--@ set level missing
--@ include ceiling
--@ include call
local capacity, unit, amount = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local initial, created_at, period = tonumber(ARGV[7]), tonumber(ARGV[8]), tonumber(ARGV[9])

--@ include time

-- Steps in which tokens come back, since the bucket was created.
local function steps_until(instant)
  return period == 0 and instant or math.floor((instant - created_at) / period)
end

-- The rest of this many missing parts, after the time between two instants.
local function missing_at(instant, parts, since)
  return math.max(0, parts - amount * (steps_until(instant) - steps_until(since)))
end

-- The state at this time, and the missing parts of an unused bucket. Time never goes back.
now = math.max(now, created_at)
local clock = now
--@ set whole (capacity * unit / amount + 1) * math.max(1, period)
--@ include stored
if stored then
  clock = math.max(clock, latest)
end
local unused = missing_at(clock, (capacity - initial) * unit, created_at)
local missing = unused
if stored then
  missing = missing_at(clock, tonumber(string.sub(stored, 1, -17)), latest)
end

-- How long it takes until this many parts are back; false if they never are.
local function wait_for(parts)
  if parts <= 0 then
    return 0
  elseif amount == 0 then
    return false
  elseif period == 0 then
    return math.ceil(parts / amount)
  end
  return math.ceil(parts / amount) * period - (clock - created_at) % period
end

--@ include rule

local reset = wait_for(missing)
if missing ~= before then
  if missing == unused then
    redis.call('DEL', key)
  else
    local state = string.format('%d%016d', missing, clock)
    local fresh = expires and wait_for(math.max(missing, unused))
    if fresh then
      redis.call('SET', key, state, 'PXAT', string.format('%d', math.ceil((clock + fresh) / 1000)))
    else
      redis.call('SET', key, state)
    end
  end
end

--@ include reply
