-- Leaky bucket as a queue: admitted requests wait their turn and start at the rate.
--
--   backlog = max(0, backlog - rate * elapsed),  allow if  backlog + cost <= capacity
--   start after  (backlog - undelayed) / rate
--
-- KEYS[1]  the state of one client: the backlog of its queue and, in the last 16 digits, the latest time
-- ARGV     operation (check, peek, refund, reset), cost, now (empty: this server's clock),
--          capacity, unit, amount, undelayed, longest
--          A request is `unit` parts, and `amount` parts are served in each microsecond. A request behind a
--          backlog of `undelayed` requests still starts at once; one behind more than `longest` parts would
--          wait too long, and is denied.
-- Returns  outcome, limit, remaining, retry after (nil: never), reset after, delay,
--          the time, and as it was before: the backlog, in parts
--
-- Times are whole microseconds, and every number is an integer below 2^53, so nothing is ever rounded. Only
-- the amount served in a long time can be larger, and it is then larger than the backlog.
-- A denial writes nothing. A key expires when its queue is empty: it then equals one that was never
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
local undelayed, longest = tonumber(ARGV[7]), tonumber(ARGV[8])

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
local clock, backlog = now, 0
local stored = redis.call('GET', key)
local latest = stored and tonumber(string.sub(stored, -16))
if latest and expires and latest - now > capacity * unit / amount then
  -- This server's clock was set back by more than any state lasts: this one begins again.
  stored = false
end
if stored then
  clock = math.max(now, latest)
  backlog = math.max(0, string.sub(stored, 1, -17) - amount * (clock - latest))
end

-- The rule: the greatest backlog ahead of a request of this cost. A request of cost 0 only reads.
local function most_ahead_of(cost)
  return math.min((capacity - cost) * unit, longest)
end
local before = backlog
local fits = cost == 0 or operation == 'refund' or backlog <= most_ahead_of(cost)

local delay = 0
if operation == 'refund' then
  backlog = math.max(0, backlog - cost * unit)
elseif fits and cost > 0 then
  delay = math.max(0, math.ceil((backlog - undelayed * unit) / amount))
  if operation == 'check' then
    backlog = backlog + cost * unit
  end
end

local reset = math.ceil(backlog / amount)
if backlog == 0 and before > 0 then
  redis.call('DEL', key)
elseif backlog ~= before then
  local state = string.format('%d%016d', backlog, clock)
  if expires then
    redis.call('SET', key, state, 'PXAT', string.format('%d', math.ceil((clock + reset) / 1000)))
  else
    redis.call('SET', key, state)
  end
end

local outcome, retry = 'allowed', 0
if not fits then
  outcome, retry = 'denied', cost <= capacity and math.ceil((backlog - most_ahead_of(cost)) / amount)
elseif delay > 0 then
  outcome = 'delayed'
end
local remaining = math.max(0, math.floor((most_ahead_of(1) - backlog) / unit) + 1)
return {
  outcome, capacity, remaining, from_now(retry, clock), from_now(reset, clock), from_now(delay, clock),
  clock, before,
}
