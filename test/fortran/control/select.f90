program selecting
  implicit none
  integer :: i
  character(len=5) :: s
  logical :: b
  do i = -2, 8
    select case (i)
    case (:-1)
      print *, i, 'negative'
    case (0)
      print *, i, 'zero'
    case (1, 3, 5)
      print *, i, 'small odd'
    case (6:7)
      print *, i, 'six or seven'
    case default
      print *, i, 'other'
    end select
  end do
  s = 'two'
  select case (s)
  case ('one'); print *, 1
  case ('two'); print *, 2
  case ('a':'c'); print *, 'a..c'
  end select
  b = i > 3
  select case (b)
  case (.true.)
    print *, 'true'
  case (.false.)
    print *, 'false'
  end select
  outer: do i = 1, 5
    inner: do
      if (i == 2) cycle outer
      if (i == 4) exit outer
      exit inner
    end do inner
    print *, 'i =', i
  end do outer
  i = 10
  do while (i > 0)
    i = i - 3
    if (mod(i, 2) == 0) cycle
    print *, i
  end do
  block
    integer :: i, k(3)
    i = 77
    k = [1, 2, 3] * i
    print *, 'block', k
  end block
  print *, i
  associate (x => i + 5, y => s(1:2))
    print *, x, y
  end associate
  find: block
    if (i < 100) exit find
    print *, 'not reached'
  end block find
  if (i > 0) then
    print *, 'positive'
  else if (i == 0) then
    print *, 'null'
  else
    print *, 'negative'
  end if
  do concurrent (i = 1:3)
    print *, 'concurrent', i
  end do
end program
