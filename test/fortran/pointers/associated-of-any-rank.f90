program p
  implicit none
  real, target :: a(3), b(2), s
  real, pointer :: q(:), z
  q => a
  z => s
  call look(q)
  q => a(1:2)
  call look(q)
  call look(z)
contains
  subroutine look(p)
    real, pointer, intent(in) :: p(..)
    print *, associated(p), associated(p, a), associated(p, a(1:2)), associated(p, b), associated(p, s)
  end subroutine
end program
