-- Sliding window counter: count in fixed windows, and estimate the sliding one from this window's count and
-- a share of the one before.
--
--   allow if  previous * (window - elapsed) / window + current + cost <= limit
--
-- The first term is rounded down (floor) or compared as it is (exact).
--
-- KEYS[1]  the state of one client: the previous count, if there is one, the current one and, in the last 16
--          digits, the latest time; if windows begin with the first request, both counts, and between the current
--          one and the time how long ago this window began
-- ARGV     operation (check, peek, refund, reset), cost, now (empty: this server's clock),
--          limit, window, align (epoch, first), rounding (floor, exact), count_denied (no, yes)
-- Returns  outcome, limit, remaining, retry after (nil: never), reset after, delay,
--          the time, and as they were before: previous, current, start
--
-- Times are whole microseconds, and every number is an integer below 2^53, so nothing is ever rounded. Only
-- denials that count can make a product larger, and it is then larger than anything it is compared with.
-- A denial writes nothing. A key expires when neither count weighs anything any more: it then equals
-- one that was never used. If time is passed in, nothing expires, because the server's clock is not the
-- caller's.

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
local limit, window = tonumber(ARGV[4]), tonumber(ARGV[5])
local first, count_denied = ARGV[6] == 'first', ARGV[8] == 'yes'
-- The amount that rounding down ignores: less than one request.
local slack = ARGV[7] == 'floor' and window - 1 or 0

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

-- The state at this time. In the next window the current count becomes the previous one; after that
-- it is 0. Time never goes back.
local clock, previous, current, start = now, 0, 0, 0
local stored = redis.call('GET', key)
local latest = stored and tonumber(string.sub(stored, -16))
if latest and expires and latest - now > 2 * window then
  -- This server's clock was set back by more than any state lasts: this one begins again.
  stored = false
end
if stored then
  local numbers = string.sub(stored, 1, -17)
  clock = math.max(now, latest)
  if first then
    local elapsed
    previous, current, elapsed = string.match(numbers, '(%d+) (%d+) (%d+)')
    previous, current, start = tonumber(previous), tonumber(current), latest - elapsed
  else
    local space = string.find(numbers, ' ', 1, true)
    previous = space and tonumber(string.sub(numbers, 1, space - 1)) or 0
    current, start = tonumber(string.sub(numbers, (space or 0) + 1)), latest - latest % window
  end
  if clock - start >= 2 * window then
    previous, current = 0, 0
  elseif clock - start >= window then
    previous, current, start = current, 0, start + window
  end
end
if previous + current == 0 then
  start = first and clock or clock - clock % window
end
local left = start + window - clock

-- The longest rest of a window at which a count that is the previous one fits into this many free requests.
local function longest_left(free, count)
  return math.min(window, math.floor((free * window + slack) / count))
end

-- The rule, with both sides multiplied by the window.
local function fits_beside(previous, current, cost)
  local free = limit - current - cost
  return free >= 0 and previous * left <= free * window + slack
end

-- How long to wait for a cost that does not fit: until the previous count weighs little enough or, when that
-- is not enough, the current one, which is then the previous one.
local function wait_for(cost)
  local free = limit - cost
  if free >= current and previous > 0 then
    local enough = longest_left(free - current, previous)
    if enough > 0 then
      return left - enough
    end
  end
  return left + window - (current > 0 and longest_left(free, current) or window)
end

-- A request of cost 0 only reads.
local before, current_before = previous, current
local fits = cost == 0 or operation == 'refund' or fits_beside(previous, current, cost)

if operation == 'refund' then
  -- The latest first.
  previous = math.max(0, previous - math.max(0, cost - current))
  current = math.max(0, current - cost)
elseif operation == 'check' and (fits or count_denied) then
  current = math.min(current + cost, 4294967295)
end

if previous ~= before or current ~= current_before then
  if previous + current == 0 then
    redis.call('DEL', key)
  else
    local state = previous > 0 and string.format('%d %d%016d', previous, current, clock)
      or string.format('%d%016d', current, clock)
    if first then
      state = string.format('%d %d %d%016d', previous, current, clock - start, clock)
    end
    local fresh = start + (current > 0 and 2 or 1) * window
    if not expires then
      redis.call('SET', key, state)
    elseif current > 0 and current_before > 0 then
      redis.call('SET', key, state, 'KEEPTTL')
    else
      redis.call('SET', key, state, 'PXAT', string.format('%d', math.ceil(fresh / 1000)))
    end
  end
end

local share = math.ceil(math.max(0, previous * left - slack) / window)
local retry = 0
if not fits then
  retry = cost <= limit and wait_for(cost)
end
return {
  fits and 'allowed' or 'denied', limit, math.max(0, limit - share - current), from_now(retry, clock),
  fits_beside(previous, current, limit) and 0 or from_now(wait_for(limit), clock), 0,
  clock, before, current_before, start,
}
