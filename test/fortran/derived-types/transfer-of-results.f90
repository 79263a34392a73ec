! TRANSFER of CLASS(*) function results: the dynamic type, and a single call.
program of_functions
  character(:), allocatable :: s(:), c
  integer :: calls = 0
  s = ['abc', 'def', 'hij']
  c = transfer(arrays(s), repeat('x', 9))
  print *, len(c), c, calls
  print *, transfer(arrays([1, 2, 3]), [0], 3), calls
  print *, transfer(arrays([(1.0, 2.0)]), [0.0]), calls
  print *, transfer(scalars(7_8), 0_8), calls
  print *, transfer(scalars(2.5d0), [0d0]), calls
contains
  function arrays(x) result(r)
    class(*), intent(in) :: x(:)
    class(*), allocatable :: r(:)
    calls = calls + 1
    r = x
  end function
  function scalars(x) result(r)
    class(*), intent(in) :: x
    class(*), allocatable :: r
    calls = calls + 1
    allocate (r, source=x)
  end function
end program
