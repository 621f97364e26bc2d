-- Sliding window log: remember when each request was admitted, and count those of the last window.
--
--   allow if  used + cost <= limit,  where an entry counts while it is less than one window old
--
-- KEYS[1]  the state of one client: a list of pairs, oldest first, each a time and how much had been used up
--          to and with it, so that the amount between two pairs is a subtraction. The first pair no longer
--          counts: the others are counted from it.
--@ include arguments
--          limit, window, count_denied (no, yes)
-- Returns  outcome, limit, remaining, retry after (nil: never), reset after, delay,
--          the time, and as they were before: used, the oldest time that counts (nil: none);
--          and the oldest time that counts now (nil: none)
--
-- Times are whole microseconds, and every number is an integer below 2^53, so nothing is ever rounded.
-- A denial writes nothing. A key expires when its newest entry leaves: it then equals one that was never
-- used. If time is passed in, nothing expires, because the server's clock is not the caller's.

--@ include call
local limit, window, count_denied = tonumber(ARGV[4]), tonumber(ARGV[5]), ARGV[6] == 'yes'

--@ include time

local function digits(number)
  return string.format('%d', number)
end

-- The first pair behind the one at `from` whose time (part 0) or count (part 1) is at least this much, which
-- the last pair must be. Both only grow, so it looks further and further ahead, then halves the rest.
local function first_at_least(part, least, from)
  local function is_below(index)
    return tonumber(redis.call('LINDEX', key, 2 * index + part)) < least
  end
  local last, below, step = math.floor(redis.call('LLEN', key) / 2) - 1, from, 1
  while below + step < last and is_below(below + step) do
    below, step = below + step, 2 * step
  end
  local found = math.min(below + step, last)
  while found - below > 1 do
    local middle = math.floor((below + found) / 2)
    if is_below(middle) then
      below = middle
    else
      found = middle
    end
  end
  return found
end

-- The state at this time: pairs up to the one at `gone` no longer count, and `base` had been used with
-- them, `total` with all. Time never goes back.
local clock, newest, oldest = now, 0, false
local base, total, gone = 0, 0, 0
local head = redis.call('LRANGE', key, 0, 3)
local tail = head[1] and redis.call('LRANGE', key, -2, -1)
if tail and expires and tail[1] - now > window then
  -- This server's clock was set back by more than any state lasts: this one begins again.
  tail = false
end
if tail then
  newest = tonumber(tail[1])
  clock = math.max(now, newest)
  if clock - newest < window then
    base, oldest, total = tonumber(head[2]), tonumber(head[3]), tonumber(tail[2])
    if clock - oldest >= window then
      gone = first_at_least(0, clock - window + 1, 1) - 1
      base = tonumber(redis.call('LINDEX', key, 2 * gone + 1))
      oldest = tonumber(redis.call('LINDEX', key, 2 * gone + 2))
    end
  end
end

-- The rule. A request of cost 0 only reads.
local before, first = total - base, oldest
local fits = cost == 0 or operation == 'refund' or before + cost <= limit

local function forget_all()
  redis.call('DEL', key)
  base, total, gone = 0, 0, 0
end

-- Drops the pairs that no longer count.
local function trim()
  if gone > 0 then
    redis.call('LTRIM', key, digits(2 * gone), -1)
    gone = 0
  end
end

-- Counts from zero again, before a count is more than an integer holds.
local function recount()
  local left = redis.call('LRANGE', key, 0, -1)
  redis.call('DEL', key)
  for index = 1, #left, 2 do
    redis.call('RPUSH', key, left[index], digits(left[index + 1] - base))
  end
  base, total = 0, total - base
end

local function append(charge)
  if total == base then
    forget_all()
    redis.call('RPUSH', key, 0, 0)
  elseif total + charge >= 9007199254740992 then
    recount()
  end
  total = total + charge
  if newest == clock and total > base + charge then
    redis.call('LSET', key, -1, digits(total))
  else
    redis.call('RPUSH', key, digits(clock), digits(total))
  end
  newest = clock
end

local function expire()
  if expires then
    redis.call('PEXPIREAT', key, digits(math.ceil((newest + window) / 1000)))
  else
    redis.call('PERSIST', key)
  end
end

if operation == 'refund' and before > 0 and cost > 0 then
  -- The latest first.
  if cost >= before then
    forget_all()
  else
    total = total - cost
    redis.call('LTRIM', key, 0, 2 * first_at_least(1, total, gone) + 1)
    redis.call('LSET', key, -1, digits(total))
    newest = tonumber(redis.call('LINDEX', key, -2))
    trim()
    expire()
  end
elseif operation == 'check' and cost > 0 and (fits or count_denied) then
  -- Only a counted denial is more than fits: requests beyond a whole limit of newer ones cannot affect a decision.
  local charge = math.min(cost, limit)
  local excess = math.max(0, total - base + charge - limit)
  base = base + excess
  if excess > 0 and base < total then
    gone = first_at_least(1, base + 1, gone) - 1
  end
  trim()
  if excess > 0 then
    redis.call('LSET', key, 1, digits(base))
  end
  append(charge)
  if before > 0 and count_denied then
    first = tonumber(redis.call('LINDEX', key, 2))
  end
  expire()
end

-- When enough of the oldest have left for this cost to fit.
local retry = 0
if not fits then
  retry = false
  if cost <= limit then
    local leaving = first_at_least(1, total + cost - limit, gone)
    retry = redis.call('LINDEX', key, 2 * leaving) + window - clock
  end
end
local used = total - base
if used == 0 then
  first = false
elseif before == 0 then
  first = clock
end
return {
  fits and 'allowed' or 'denied', limit, limit - used, from_now(retry, clock),
  used > 0 and from_now(newest + window - clock, clock) or 0, 0, clock, before, oldest, first,
}
