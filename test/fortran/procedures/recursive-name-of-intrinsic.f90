! A function with the name of an intrinsic function calls itself.
recursive function log_gamma(z) result(res)
  complex, intent(in) :: z
  complex :: res
  if (abs(z) > 10) then
    res = z
  else
    res = log_gamma(z*2)
  end if
end function
program p
  complex, external :: log_gamma
  print *, log_gamma((1.0, 2.0))
end program
