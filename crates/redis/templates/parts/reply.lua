local retry = 0
if not fits then
  retry = cost <= @size@ and wait_for(@excess@)
end
return {
  fits and 'allowed' or 'denied', @size@, math.floor((@left@) / unit), from_now(retry, clock),
  from_now(reset, clock), 0, clock, before,
}
