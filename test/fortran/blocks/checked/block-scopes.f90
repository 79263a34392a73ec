! BLOCK: own declarations, arrays of run-time size, shadowing, SAVE, early EXIT, types inside.
program block_scopes
  implicit none
  integer :: i, n
  do n = 1, 3
    block
      integer :: work(n), i
      real, allocatable :: grown(:)
      integer, save :: calls = 0
      calls = calls + 1
      do i = 1, n
        work(i) = i*n
      end do
      allocate (grown(n))
      grown = work/2.
      print *, n, work, grown, calls
    end block
  end do
  i = 7
  block
    integer :: i
    i = 1
    block
      character(len=i + 2) :: text
      text = 'abcdef'
      print *, text, len(text), i
    end block
  end block
  print *, i
  named: block
    type local
      integer :: k = 3
    end type
    type(local) :: l
    if (l%k == 3) exit named
    print *, 'not here'
  end block named
  if (i > 0) then
    block
      use, intrinsic :: iso_fortran_env, only: int64
      integer(int64) :: big
      big = 2_int64**40
      print *, big
    end block
  end if
end program
