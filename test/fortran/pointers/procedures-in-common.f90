! flags: -std=f2003
! Procedure pointers in COMMON, as Fortran 2003 has them.
subroutine use_them()
  implicit none
  procedure(real), pointer :: p1, p2
  procedure(), pointer :: p3
  integer :: a, b
  common /com/ p1, p2, a, p3, b
  print *, a, b, p1(0.0), p2(0.0), associated(p1), associated(p3)
  call p3('from COMMON')
  nullify (p3)
end subroutine

subroutine say(text)
  character(*) :: text
  print *, text
end subroutine

program procedures_in_common
  implicit none
  integer :: x, y
  intrinsic :: sin, cos
  external :: say
  procedure(real), pointer :: f1
  procedure(), pointer :: f3
  real, external :: f2
  pointer :: f2
  common /com/ f1, f2, x, f3, y
  x = 5
  y = -9
  f1 => cos
  f2 => sin
  f3 => say
  call use_them()
  print *, associated(f1, cos), associated(f2), associated(f3)
end program
