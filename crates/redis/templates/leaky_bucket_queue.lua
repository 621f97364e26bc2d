-- Leaky bucket as a queue: admitted requests wait their turn and start at the rate.
--
--   backlog = max(0, backlog - rate * elapsed),  allow if  backlog + cost <= capacity
--   start after  (backlog - undelayed) / rate
--
-- KEYS[1]  the state of one client: the backlog of its queue and, in the last 16 digits, the latest time
--@ include arguments
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

--@ set size capacity
--@ set level backlog
--@ set expiring expires
--@ include call
local capacity, unit, amount = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local undelayed, longest = tonumber(ARGV[7]), tonumber(ARGV[8])

--@ include time

--@ include level

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
--@ include store

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
