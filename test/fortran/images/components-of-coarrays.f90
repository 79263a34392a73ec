! flags: -fcoarray=single
! Components of coarrays that are not coarrays themselves are allocated like any others.
program components_of_coarrays
  implicit none
  type part
    integer, allocatable :: scalar, vector(:)
  end type
  type whole
    type(part), allocatable :: held[:]
    integer :: n = 3
  end type
  type(part), save :: fixed[*]
  type(part), allocatable :: free[:, :]
  type(whole) :: w
  allocate (fixed%scalar, fixed%vector(4))
  fixed%scalar = 7
  fixed%vector = [1, 2, 3, 4]
  print *, fixed%scalar, fixed[1]%vector
  allocate (free[2, *])
  allocate (free%vector(2), source=5)
  print *, allocated(free%scalar), free%vector
  allocate (w%held[*])
  allocate (w%held%vector(w%n))
  w%held%vector = w%n
  print *, w%held%vector, allocated(w%held[1]%scalar)
end program
