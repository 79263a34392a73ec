! flags: -fdefault-integer-8
program seeds
  implicit none
  integer :: n
  integer, allocatable :: s(:), t(:)
  call random_seed(size=n)
  print *, n
  allocate (s(n), t(n))
  s = huge(s)/17
  call random_seed(put=s)
  call random_seed(get=t)
  print *, all(s(1:n-1) == t(1:n-1))
end program
