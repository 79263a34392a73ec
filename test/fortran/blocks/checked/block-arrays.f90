! Allocatables, characters and types of run-time size in BLOCKs inside loops: each iteration starts fresh.
program block_arrays
  implicit none
  integer :: i, total = 0
  do i = 1, 4
    block
      integer, allocatable :: a(:)
      character(:), allocatable :: s
      character(i) :: fixed
      type t
        integer :: k = 5
      end type
      type(t) :: x
      if (allocated(a) .or. allocated(s)) print *, 'left over'
      a = [i, x%k]
      s = repeat('ab', i)
      fixed = s
      x%k = x%k + i
      total = total + x%k
      print *, size(a), s, ' ', fixed, x%k
      if (i == 3) exit
    end block
  end do
  print *, i, total
end program
