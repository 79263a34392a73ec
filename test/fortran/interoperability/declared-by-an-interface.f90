! A procedure declared with the name of a BIND(C) interface has the interface's C name.
subroutine work(x) bind(C)
  real :: x
  x = x + 1
end subroutine
program p
  abstract interface
    subroutine cb(x) bind(C)
      real :: x
    end subroutine
  end interface
  procedure(cb) :: work
  real :: y = 2
  call work(y)
  print *, y
end program
