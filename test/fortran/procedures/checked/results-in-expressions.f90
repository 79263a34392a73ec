! Order and number of calls: functions with side effects, results as arguments of others, logical operators, loop bounds.
program results_in_expressions
  implicit none
  integer :: calls = 0, i, n
  n = next() + 10*next()
  print *, n, calls
  do i = next(), next() + 1
    print *, i
  end do
  print *, calls, twice(twice(next())), calls
  if (is_even(calls) .and. calls > 2) print *, 'even'
  select case (next())
  case (:5); print *, 'low'
  case (6:); print *, 'high', calls
  end select
  print *, words(2), len(words(3)), words(1) // words(2)
  print *, max(twice(2), next()), [twice(1), twice(2)], abs(-twice(4))
contains
  integer function next()
    calls = calls + 1
    next = calls
  end function
  integer function twice(k)
    integer, intent(in) :: k
    twice = 2*k
  end function
  logical function is_even(k)
    integer, intent(in) :: k
    is_even = mod(k, 2) == 0
  end function
  function words(k) result(w)
    integer, intent(in) :: k
    character(3*k) :: w
    w = repeat('abc', k)
  end function
end program
