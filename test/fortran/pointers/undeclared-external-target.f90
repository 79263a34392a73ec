! A procedure pointer points to an external function that only its use in the host declares.
program m5
  print *, f()
contains
  subroutine s
    procedure(real), pointer :: p
    print *, g()
    p => f
    print *, p()
    p => g
    print *, p()
  end subroutine
end program
function f()
  f = 1
end function
function g()
  g = 2
end function
