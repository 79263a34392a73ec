! Module variables that appear only in DATA, EQUIVALENCE or NAMELIST are also accessible through USE.
module counts
  implicit integer (a - z)
  dimension table(3), row(2)
  equivalence (first, second)
  namelist /group/ member
  data later /5/, table /1, 2, 3/, (row(i), i = 1, 2) /7, 8/
contains
  subroutine change
    later = later + 1
    second = 9
    member = 4
  end subroutine
end module
program main
  use counts
  implicit none
  print *, later, table, row
  call change
  print *, later, first, member
end program
