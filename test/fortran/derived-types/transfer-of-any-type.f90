program main
  implicit none
  class(*), allocatable :: vec(:), one
  integer :: var, ans(2)
  real(8) :: d
  allocate(vec(2),source=[1_4, 2_4])
  print *, transfer(vec,[var],2)
  print *, [transfer(vec(1),[var]), transfer(vec(2),[var])]
  allocate(one, source=3.5d0)
end program
