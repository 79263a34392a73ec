! SELECT CASE with integers, ranges, characters, logicals; nested IF constructs; computed results.
program select_case
  implicit none
  integer :: i
  character(10) :: words(5) = ['apple     ', 'kiwi      ', 'mango     ', 'zucchini  ', 'Banana    ']
  do i = -3, 12, 3
    print *, i, kind_of(i), grade(10*i)
  end do
  do i = 1, size(words)
    select case (words(i))
    case (:'azzz')
      print *, trim(words(i)), ' early'
    case ('kiwi', 'mango')
      print *, trim(words(i)), ' exact'
    case ('n':)
      print *, trim(words(i)), ' late'
    case default
      print *, trim(words(i)), ' other'
    end select
  end do
  select case (mod(7, 2) == 1)
  case (.true.)
    print *, 'odd'
  case (.false.)
    print *, 'even'
  end select
  check: if (i > 100) then
    print *, 'large'
  else if (i > 5) then check
    print *, 'six or more'
    if (i == 6) exit check
    print *, 'not reached'
  else check
    print *, 'small'
  end if check
contains
  function kind_of(n) result(text)
    integer, intent(in) :: n
    character(:), allocatable :: text
    select case (n)
    case (:-1)
      text = 'negative'
    case (0)
      text = 'zero'
    case (1, 3, 5, 7, 9)
      text = 'odd'
    case (2, 4, 6, 8)
      text = 'even'
    case (10:)
      text = 'big'
    end select
  end function
  character function grade(points)
    integer, intent(in) :: points
    select case (points)
    case (90:); grade = 'A'
    case (60:89); grade = 'B'
    case (30:59); grade = 'C'
    case default; grade = 'F'
    end select
  end function
end program
