-- Token bucket: a bucket of tokens that fills at a rate; a request takes its cost.
--
--   tokens = min(capacity, tokens + rate * elapsed),  allow if  tokens >= cost
--
-- KEYS[1]  the state of one client: the missing parts of its bucket and, in the last 16 digits, the latest
--          time. A full bucket has no missing parts, so its key can expire.
-- ARGV     operation (check, peek, refund, reset), cost, now (empty: this server's clock),
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

local key = KEYS[1]
local operation, cost, now = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])

-- A wrong argument is an error, and not a request that passes.
if operation ~= 'check' and operation ~= 'peek' and operation ~= 'refund' and operation ~= 'reset' then
  return { err = 'ERR operation must be check, peek, refund or reset' }
elseif not cost or cost < 0 or cost > 4294967295 or cost % 1 ~= 0 then
  return { err = 'ERR cost must be a whole number from 0 to 4294967295' }
elseif ARGV[3] ~= '' and (not now or now < 0 or now > 4503599627370496 or now % 1 ~= 0) then
  return { err = 'ERR now must be empty or a whole number of microseconds from 0 to 4503599627370496' }
end
local capacity, unit, amount = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local initial, created_at, period = tonumber(ARGV[7]), tonumber(ARGV[8]), tonumber(ARGV[9])

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
local stored = redis.call('GET', key)
local latest = stored and tonumber(string.sub(stored, -16))
if latest and expires and latest - now > (capacity * unit / amount + 1) * math.max(1, period) then
  -- This server's clock was set back by more than any state lasts: this one begins again.
  stored = false
end
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

-- The rule. A request of cost 0 only reads.
local before = missing
local ceiling = (capacity - cost) * unit
local fits = cost == 0 or operation == 'refund' or missing <= ceiling

if operation == 'refund' then
  missing = math.max(0, missing - cost * unit)
elseif operation == 'check' and fits then
  missing = missing + cost * unit
end

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

local retry = 0
if not fits then
  retry = cost <= capacity and wait_for(missing - ceiling)
end
return {
  fits and 'allowed' or 'denied', capacity, math.floor((capacity * unit - missing) / unit), from_now(retry, clock),
  from_now(reset, clock), 0, clock, before,
}
