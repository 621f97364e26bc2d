-- All-of: several limiters at once. A request passes when all of them agree.
--
--   together:  it is charged to all of them or to none
--   in order:  each is asked and charged before the next, and the first denial ends it (layers)
--
-- The limiters' own scripts precede this one, each as a function of its keys, its arguments and the server.
--
-- KEYS     one for each limiter, all with one hash tag: the key of that limiter's own script
-- ARGV     operation (check, peek, refund, reset), cost, now (empty: this server's clock),
--          order (together, in_order), begins: no time is earlier than this,
--          then for each limiter: its name, how many arguments follow, and the arguments of its own script after
--          the time
-- Returns  outcome, limit, remaining, retry after (nil: never), reset after (nil: never), delay, the time,
--          the limiter with the least remaining, which limit and remaining describe, and its reset,
--          the limiter that decided, how many values the script of the first one returns after the time, these, and
--          those of the script of the limiter that decided

local operation, cost, now = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])

-- A wrong argument is an error, and not a request that passes.
if operation ~= 'check' and operation ~= 'peek' and operation ~= 'refund' and operation ~= 'reset' then
  return { err = 'ERR operation must be check, peek, refund or reset' }
elseif not cost or cost < 0 or cost > 4294967295 or cost % 1 ~= 0 then
  return { err = 'ERR cost must be a whole number from 0 to 4294967295' }
elseif ARGV[3] ~= '' and (not now or now < 0 or now > 4503599627370496 or now % 1 ~= 0) then
  return { err = 'ERR now must be empty or a whole number of microseconds from 0 to 4503599627370496' }
end
local order, begins = ARGV[4], tonumber(ARGV[5])

if operation == 'reset' then
  return redis.call('DEL', unpack(KEYS))
end

-- All limiters use one time, and expire by the server's clock if the time is that clock's.
local passed_in = now ~= nil
if not passed_in then
  local time = redis.call('TIME')
  now = time[1] * 1000000 + time[2]
end
now = math.max(now, begins)
local asked = now
local server = {
  call = function(command, ...)
    if command == 'TIME' then
      return { math.floor(now / 1000000), now % 1000000 }
    end
    return redis.call(command, ...)
  end,
}

local members = {}
local position = 6
for index, key in ipairs(KEYS) do
  local name, count = ARGV[position], tonumber(ARGV[position + 1])
  local arguments = { unpack(ARGV, position + 2, position + 1 + count) }
  position = position + 2 + count
  members[index] = function(operation)
    return limiters[name]({ key }, { operation, cost, passed_in and now or '', unpack(arguments) }, server)
  end
end

local function ask_all(operation)
  local answers = {}
  for index, member in ipairs(members) do
    answers[index] = member(operation)
  end
  return answers
end

-- The first limiter that denies, if one does.
local function refusing(answers)
  for index, answer in ipairs(answers) do
    if answer[1] == 'denied' then
      return index
    end
  end
end

-- The limiter with the least remaining.
local function tightest(answers)
  local least = 1
  for index, answer in ipairs(answers) do
    if answer[3] < answers[least][3] then
      least = index
    end
  end
  return least
end

-- The greatest number at this index of the answers. Never, which is false, is greater than any.
local function greatest(answers, index)
  local most = 0
  for _, answer in ipairs(answers) do
    if not answer[index] then
      return false
    end
    most = math.max(most, answer[index])
  end
  return most
end

-- All limiters are at one time. If the clock went back, it is the latest that any of them has stored.
local before = ask_all('peek')
local latest = greatest(before, 7)
while latest > now do
  now = latest
  before = ask_all('peek')
  latest = greatest(before, 7)
end
if operation == 'refund' then
  ask_all('refund')
  cost = 0
  before = ask_all('peek')
end
local refused = refusing(before)
local decided = refused or tightest(before)

local after = before
if operation == 'check' and cost > 0 then
  if not refused then
    after = ask_all('check')
  elseif order == 'in_order' then
    for index = 1, refused do
      members[index]('check')
    end
    after = ask_all('peek')
  end
end

local least = tightest(after)
local delay = refused and 0 or greatest(before, 6)
local outcome = refused and 'denied' or delay > 0 and 'delayed' or 'allowed'
local retry = 0
if refused then
  retry = greatest(after, 4)
end

-- A wait is counted from this server's clock, which is behind the latest time after it was set back.
local function from_now(wait)
  return wait and wait > 0 and not passed_in and wait + now - asked or wait
end
local result = {
  outcome, after[least][2], after[least][3], from_now(retry), from_now(greatest(after, 5)), from_now(delay), now,
  least - 1, from_now(after[least][5]), decided - 1, #after[least] - 7,
}
local function append_numbers(answer)
  for index = 8, #answer do
    result[#result + 1] = answer[index]
  end
end
append_numbers(after[least])
append_numbers(before[decided])
return result
