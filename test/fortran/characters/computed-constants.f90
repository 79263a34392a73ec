! Named constants of characters whose values come from array functions and TRANSFER.
program computed_constants
  implicit none
  integer :: i
  character(*), parameter :: letters = 'haze'
  character(*), parameter :: again = transfer([(letters(i:i), i=1, len(letters))], letters)
  character(3), parameter :: names(2, 3) = reshape(['oak', 'elm', 'ash', 'yew', 'fir', 'box'], [2, 3])
  character(3), parameter :: least = minval(names), later = minval(names, names > 'f')
  character(3), parameter :: most = maxval(names, mask=names < 'f')
  character(3), parameter :: columns(3) = maxval(names, dim=1), rows(2) = minval(names, 2, names > 'b')
  integer, parameter :: size_of_it = len(again)
  character(size_of_it + 1) :: room
  character(20) :: text
  room = again//'!'
  print *, room, least, later, most, columns, rows
  text = 'DeFault'
  print *, selected_char_kind(text), selected_char_kind('ascii '), selected_char_kind(text(2:))
  call show(later, again)
contains
  subroutine show(a, b)
    character(*), intent(in) :: a, b
    print *, len(a), a, len(b), b
    if (a == later .and. b(2:3) == again(2:3)) print *, 'same'
  end subroutine
end program
