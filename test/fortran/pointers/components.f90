program t
  implicit none
  integer :: i, n
  real, target :: buf(10)
  real, pointer :: p(:), q(:, :)
  type cell
    real, pointer :: data(:) => null()
    character(len=10) :: tag
    integer :: dims(2) = [3, 4]
  end type
  type(cell) :: c, cs(3)
  type(cell), allocatable :: ca(:)
  character(len=:), pointer :: sp
  character(len=5), target :: st = 'hello'
  buf = [(i * 1.5, i = 1, 10)]
  p => buf(::2)
  print *, p, size(p)
  p(2) = -1
  print *, buf(3)
  c%data => p
  c%tag = 'tag'
  print *, c%data(3), c%dims, c%tag
  allocate (q(2, 3))
  q = 1
  q(:, 2) = 5
  print *, sum(q), q(2, :)
  c%data => q(1, :)
  print *, c%data
  deallocate (q)
  cs%tag = ['a', 'b', 'c']
  cs(2)%dims = cs(1)%dims * 2
  print *, cs%tag, cs%dims(1), cs(2)%dims
  allocate (ca(2))
  ca(1) = cs(2)
  print *, ca(1)%dims, associated(ca(1)%data)
  sp => st
  print *, sp, len(sp)
  sp(1:1) = 'J'
  print *, st
  n = 0
  call opt(n)
  call opt(n, [1., 2., 3.])
  call opt(n, x=buf(1:2))
  print *, n
  print *, associated(p, buf(::2)), associated(p, buf)
  call ptr_arg(p)
  print *, size(p), p
  print *, trim(join(['ab ', 'cde', 'f  '], ', '))
  call shift_shared
  call shift_associated
contains
  ! A name in ASSOCIATE and the selector are the same storage.
  subroutine shift_associated
    integer :: all(5), j
    type row
      integer :: at(5)
    end type
    type(row) :: x
    all = [1, 2, 3, 4, 5]
    associate (z => all(2:5))
      z = all(1:4)
    end associate
    print *, all
    all = [1, 2, 3, 4, 5]
    associate (y => all(1:4))
      all(2:5) = y
    end associate
    print *, all
    x%at = [1, 2, 3, 4, 5]
    associate (y => x)
      forall (j=2:5) y%at(j) = x%at(j - 1)
    end associate
    print *, x%at
  end subroutine
  ! Two components point to the same target, whose elements move by one place.
  subroutine shift_shared
    type row
      integer, pointer :: at(:) => null()
    end type
    integer, target :: all(6)
    type(row) :: x, y
    integer :: j
    x%at => all
    y%at => all
    all = [1, 2, 3, 4, 5, 6]
    x%at(2:5) = y%at(1:4)
    print *, all
    x%at(2:5) = all(1:4)
    print *, all
    all = [1, 2, 3, 4, 5, 6]
    all(2:5) = x%at(1:4)
    print *, all
    forall (j=2:6) x%at(j) = y%at(j - 1)
    print *, all
    all = [1, 2, 3, 4, 5, 6]
    where (y%at(1:5) /= 3) x%at(2:6) = y%at(1:5)
    print *, all
    all = [2, 3, 4, 5, 6, 1]
    forall (j=1:6) x%at(y%at(j)) = j
    print *, all
  end subroutine
  subroutine opt(k, x)
    integer, intent(inout) :: k
    real, intent(in), optional :: x(:)
    if (present(x)) then
      k = k + size(x)
    else
      k = k + 100
    end if
  end subroutine
  subroutine ptr_arg(x)
    real, pointer, intent(inout) :: x(:)
    allocate (x(2))
    x = [7., 8.]
  end subroutine
  function join(words, sep) result(s)
    character(*), intent(in) :: words(:), sep
    character(:), allocatable :: s
    integer :: j
    s = trim(words(1))
    do j = 2, size(words)
      s = s // sep // trim(words(j))
    end do
  end function
end program
