-- Fixed window: count requests in windows of equal length, and start again from zero with each.
--
--   allow if  used + cost <= limit
--
-- KEYS[1]  the state of one client: the count and, in the last 16 digits, the latest time; between them, if
--          windows begin with the first request, how long ago that was
--@ include arguments
--          limit, window, align (epoch, first), count_denied (no, yes)
-- Returns  outcome, limit, remaining, retry after (nil: never), reset after, delay,
--          the time, and as they were before: used, start
--
-- Times are whole microseconds, and every number is an integer below 2^53, so nothing is ever rounded.
-- A denial writes nothing. A key expires when its window ends: it then equals one that was never used.
-- If time is passed in, nothing expires, because the server's clock is not the caller's.

--@ include call
local limit, window = tonumber(ARGV[4]), tonumber(ARGV[5])
local first, count_denied = ARGV[6] == 'first', ARGV[7] == 'yes'

--@ include time

-- The state at this time. Time never goes back.
local clock, used, start = now, 0, 0
--@ set whole window
--@ include stored
if stored then
  clock = math.max(now, latest)
  if first then
    local space = string.find(stored, ' ', 1, true)
    used, start = tonumber(string.sub(stored, 1, space - 1)), latest - string.sub(stored, space + 1, -17)
  else
    used, start = tonumber(string.sub(stored, 1, -17)), latest - latest % window
  end
  if clock - start >= window then
    used = 0
  end
end
local before = used
if used == 0 then
  start = first and clock or clock - clock % window
end

-- The rule. A request of cost 0 only reads.
local fits = cost == 0 or operation == 'refund' or used + cost <= limit

if operation == 'refund' then
  used = math.max(0, used - cost)
elseif operation == 'check' and (fits or count_denied) then
  used = math.min(used + cost, 4294967295)
end

if used == 0 and before > 0 then
  redis.call('DEL', key)
elseif used ~= before then
  local state = first and string.format('%d %d%016d', used, clock - start, clock)
    or string.format('%d%016d', used, clock)
  if not expires then
    redis.call('SET', key, state)
  elseif before > 0 then
    redis.call('SET', key, state, 'KEEPTTL')
  else
    redis.call('SET', key, state, 'PXAT', string.format('%d', math.ceil((start + window) / 1000)))
  end
end

local left = start + window - clock
local retry = 0
if not fits then
  retry = cost <= limit and left
end
return {
  fits and 'allowed' or 'denied', limit, math.max(0, limit - used), from_now(retry, clock),
  used > 0 and from_now(left, clock) or 0, 0, clock, before, start,
}
