! Arrays of characters: constructors, sections, substrings of elements, comparison, sorting, passing, padding.
program character_arrays
  implicit none
  character(6) :: names(4) = ['pear  ', 'apple ', 'fig   ', 'banana']
  character(len=:), allocatable :: wide(:)
  character(1) :: letters(5)
  character(3) :: grid(2, 2)
  integer :: i, j
  character(6) :: t
  print *, names, len(names), size(names)
  print *, names(:)(1:2), names(2:3)(3:4)
  print *, len_trim(names), names < 'c', maxloc(len_trim(names))
  do i = 1, 3
    do j = i + 1, 4
      if (names(j) < names(i)) then
        t = names(i); names(i) = names(j); names(j) = t
      end if
    end do
  end do
  print '(4(a,1x))', names
  letters = [(achar(96 + i), i = 1, 5)]
  print *, letters, letters(5:1:-1)
  names(:)(6:6) = '!'
  print *, names
  names(2:3) = names(3:2:-1)
  print *, names
  grid = reshape(['abc', 'def', 'ghi', 'jkl'], [2, 2])
  print *, grid(2, :), transpose(grid), grid(:, 1) // grid(:, 2)
  wide = [character(8) :: 'x', 'yy', 'zzz']
  wide = [wide, [character(8) :: 'wwww']]
  print *, len(wide), size(wide), '[', wide(4), ']'
  call show(names(1:2), wide)
  print *, pack(names, names > 'c'), any(names == 'fig  !'), count(scan(names, 'a') > 0)
  print *, merge(names, '------', [.true., .false., .true., .false.]), adjustr(names(1)), repeat(names(1)(1:1), 3)
contains
  subroutine show(a, b)
    character(*), intent(in) :: a(:), b(:)
    print *, len(a), size(a), len(b), a(2), b(2)
  end subroutine
end program
