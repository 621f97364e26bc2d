-- Leaky bucket as a meter: a bucket that leaks at a rate; a request pours its cost in, unless it would overflow.
--
--   level = max(0, level - rate * elapsed),  allow if  level + cost <= capacity
--
-- KEYS[1]  the state of one client: the level of its bucket and, in the last 16 digits, the latest time
-- ARGV     operation (check, peek, refund, reset), cost, now (empty: this server's clock),
--          capacity, unit, amount
--          A request is `unit` parts, and `amount` parts leak in each microsecond.
-- Returns  outcome, limit, remaining, retry after (nil: never), reset after (nil: never), delay,
--          the time, and as it was before: the level, in parts
--
-- Times are whole microseconds, and every number is an integer below 2^53, so nothing is ever rounded. Only
-- the leak of a long time can be larger, and it is then larger than the level.
-- A denial writes nothing. A key expires when its bucket is empty: it then equals one that was never
-- used. If time is passed in, nothing expires, because the server's clock is not the caller's.

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

-- The state at this time. Time never goes back.
local clock, level = now, 0
local stored = redis.call('GET', key)
local latest = stored and tonumber(string.sub(stored, -16))
if latest and expires and latest - now > capacity * unit / amount then
  -- This server's clock was set back by more than any state lasts: this one begins again.
  stored = false
end
if stored then
  clock = math.max(now, latest)
  level = math.max(0, string.sub(stored, 1, -17) - amount * (clock - latest))
end

-- How long it takes until this many parts have leaked; false if they never do.
local function wait_for(parts)
  if parts <= 0 then
    return 0
  end
  return amount > 0 and math.ceil(parts / amount)
end

-- The rule. A request of cost 0 only reads.
local before = level
local ceiling = (capacity - cost) * unit
local fits = cost == 0 or operation == 'refund' or level <= ceiling

if operation == 'refund' then
  level = math.max(0, level - cost * unit)
elseif operation == 'check' and fits then
  level = level + cost * unit
end

local reset = wait_for(level)
if level == 0 and before > 0 then
  redis.call('DEL', key)
elseif level ~= before then
  local state = string.format('%d%016d', level, clock)
  if expires and reset then
    redis.call('SET', key, state, 'PXAT', string.format('%d', math.ceil((clock + reset) / 1000)))
  else
    redis.call('SET', key, state)
  end
end

local retry = 0
if not fits then
  retry = cost <= capacity and wait_for(level - ceiling)
end
return {
  fits and 'allowed' or 'denied', capacity, math.floor((capacity * unit - level) / unit), from_now(retry, clock),
  from_now(reset, clock), 0, clock, before,
}
