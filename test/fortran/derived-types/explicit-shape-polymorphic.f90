! Polymorphic arrays of explicit shape and assumed size: the dynamic type, its size, sections, finalisation at entry.
module shapes
  implicit none
  type shape
    integer :: id = 7
  contains
    final :: end_shape
  end type
  type, extends(shape) :: box
    real(8) :: side = 0.5d0
    character(3) :: tag = 'new'
  contains
    final :: end_box
  end type
  integer :: ended_shapes = 0, ended_boxes = 0
contains
  impure elemental subroutine end_shape(s)
    type(shape), intent(inout) :: s
    ended_shapes = ended_shapes + 1
    if (ended_boxes < 4) print *, 'a shape ended too early', s%id
  end subroutine
  impure elemental subroutine end_box(b)
    type(box), intent(inout) :: b
    ended_boxes = ended_boxes + 1
    if (ended_shapes > 0) print *, 'a box ended too late', b%id
  end subroutine
  subroutine describe(a, n)
    integer, intent(in) :: n
    class(shape), intent(in) :: a(n)
    integer :: i
    select type (a)
    type is (box)
      print '(a, 4(1x, i0, f6.2, 1x, a))', 'boxes', (a(i)%id, a(i)%side, a(i)%tag, i = 1, n)
    type is (shape)
      print '(a, 4(1x, i0))', 'shapes', a%id
    end select
    call ids(a)
    call known(a, n)
  end subroutine
  subroutine ids(a)
    class(shape), intent(in) :: a(:)
    print *, same_type_as(a, box()), a%id
  end subroutine
  subroutine known(a, n)
    integer, intent(in) :: n
    type(shape), intent(in) :: a(n)
    print *, sum(a%id)
  end subroutine
  subroutine renew(a)
    class(shape), intent(out) :: a(2, 2)
    print *, size(a), a(2, 2)%id
  end subroutine
  subroutine change(a)
    class(shape), intent(inout) :: a(*)
    integer :: i
    do i = 1, 2
      a(i)%id = -a(i)%id
    end do
    select type (a)
    type is (box)
      a(1:2)%side = [9d0, 8d0]
    end select
  end subroutine
end module

program explicit_shape_polymorphic
  use shapes
  implicit none
  class(shape), allocatable :: a(:), m(:, :)
  type(shape) :: plain(2)
  type(box) :: own(3)
  integer :: i, j
  allocate (box :: a(4))
  select type (a)
  type is (box)
    do i = 1, 4
      a(i)%id = i
      a(i)%side = 0.25d0*i
      a(i)%tag = repeat(achar(96 + i), 3)
    end do
  end select
  call describe(a, 4)
  call describe(a(4:1:-2), 2)
  call describe(a(2:), 3)
  call change(a(1:2))
  call describe(a, 4)
  call describe(plain, 2)
  own%id = [10, 20, 30]
  call describe(own, 3)
  call change(own(2:3))
  call describe(own, 3)
  allocate (box :: m(3, 4))
  do j = 1, 4
    do i = 1, 3
      m(i, j)%id = 10*i + j
    end do
  end do
  call renew(m(1:3:2, 2:3))
  print *, ended_shapes, ended_boxes
  print '(4(1x, i0))', (m(i, :)%id, i = 1, 3)
end program
