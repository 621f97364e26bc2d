local retry = 0
if not fits then
  retry = cost <= @size@ and wait_for(@excess@)
end
return {
  fits and 'allowed' or 'denied', @size@, math.floor((@left@) / unit), retry, reset, 0,
  clock, before,
}
