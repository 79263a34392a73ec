! Components of arrays in NAMELIST input: at most one array in a name; an element of the inner array runs through the outer array.
program namelist_components
  type mt
    character(2) :: ch(2) = ['aa', 'bb']
    integer :: k = 0
  end type
  type bt
    integer :: i(2) = [1, 2]
    type(mt) :: m(2)
  end type
  type(bt) :: x(2)
  namelist /n/ x
  character(60) :: text(10)
  integer :: i, status
  text(1) = "&n x(2)%m%ch(:)(2:2) = 'z','z' /"
  text(2) = "&n x(2)%m%ch = 'u','v' /"
  text(3) = "&n x(2)%m(:)%ch = 'u','v' /"
  text(4) = "&n x%m%k = 1, 2, 3 /"
  text(5) = "&n x%i(2) = 7, 8 /"
  text(6) = "&n x(:)%m(2)%k = 9, 10 /"
  text(7) = "&n x(2)%m%ch(2) = 'p','q' /"
  text(8) = "&n x(2)%m(1)%ch(:)(2:2) = 'r','s' /"
  text(9) = "&n x(2)%m(2)%ch(:)(:3) = 'z','z' /"
  text(10) = "&n x(2)%m(2)%ch(1:2)(k:) = 'z','z' /"
  do i = 1, 10
    x = bt()
    read (text(i), n, iostat=status)
    print *, i, status, x(1)%i, x(2)%i, x(1)%m%k, x(2)%m%k
    print *, x(1)%m(1)%ch, ' ', x(1)%m(2)%ch, ' ', x(2)%m(1)%ch, ' ', x(2)%m(2)%ch, ' '
  end do
end program
