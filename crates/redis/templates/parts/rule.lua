-- The rule. A request of cost 0 only reads.
local before = @level@
local @bound@
local fits = cost == 0 or operation == 'refund' or @fits@

if operation == 'refund' then
  @level@ = math.max(0, @level@ - cost * unit)
elseif operation == 'check' and fits then
  @level@ = @level@ + cost * unit
end
