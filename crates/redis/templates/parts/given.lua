local operation, cost, now = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])

-- A wrong argument is an error, and not a request that passes.
if operation ~= 'check' and operation ~= 'peek' and operation ~= 'refund' and operation ~= 'reset' then
  return { err = 'ERR operation must be check, peek, refund or reset' }
elseif not cost or cost < 0 or cost > 4294967295 or cost % 1 ~= 0 then
  return { err = 'ERR cost must be a whole number from 0 to 4294967295' }
elseif ARGV[3] ~= '' and (not now or now < 0 or now > 4503599627370496 or now % 1 ~= 0) then
  return { err = 'ERR now must be empty or a whole number of microseconds from 0 to 4503599627370496' }
end
