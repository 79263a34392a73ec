program prog
  implicit none
  character(len=:), allocatable :: c(:)
  integer :: cnt = 0
  allocate(character(len=20) :: c(10))
  c = my_adjustl (" abcdefg ")
  print *, cnt, size(c), len(c)
  cnt = 0
  c = my_adjustl ([" uv ", " xy "])
  print *, cnt, size(c), len(c), c
contains
   impure elemental function my_adjustl(arg) result (res)
      character(*), intent(in) :: arg
      character(len = len (arg)) :: res
      res = adjustl (arg)
      cnt = cnt + 1
   end function
end program
