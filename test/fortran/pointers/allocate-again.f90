! ALLOCATE of an allocated object, with STAT= and a source: this object and all later objects stay unchanged
program allocate_again
  implicit none
  type :: t
    integer :: id = 1
    integer, allocatable :: a(:)
  end type
  integer, allocatable :: x(:), y, z
  character(:), allocatable :: s
  type(t), allocatable :: u, v(:)
  class(t), allocatable :: c
  class(*), allocatable :: star
  integer :: st
  character(60) :: msg
  x = [1, 2]
  allocate(x(3), source=5, stat=st)
  print *, st, x
  allocate(x, source=[7, 8, 9], stat=st)
  print *, st, x
  y = 4
  allocate(y, z, source=5, stat=st)
  print *, st, y, allocated(z)
  allocate(z, y, source=6, stat=st)
  print *, st, y, z
  s = 'abc'
  allocate(s, source='defgh', stat=st, errmsg=msg)
  print *, st, s, trim(msg)
  u = t(2, [1, 2])
  allocate(u, source=t(3, [4]), stat=st)
  print *, st, u%id, u%a
  v = [u, u]
  allocate(v(1), source=t(9, [8]), stat=st)
  print *, st, size(v), v(1)%a
  allocate(c, source=u)
  allocate(c, source=t(7, [7]), stat=st)
  print *, st, c%id
  allocate(star, source=5)
  allocate(star, source='text', stat=st)
  print *, st, kind_of(star)
  allocate(real :: star, stat=st)
  print *, st, kind_of(star)
  allocate(star, mold=1.5d0, stat=st)
  print *, st, kind_of(star)
  allocate(star, source=1.0)
contains
  function kind_of(a) result(k)
    class(*), intent(in) :: a
    character(9) :: k
    k = 'other'
    select type (a)
    type is (integer)
      write(k, '(a,i0)') 'integer', a
    type is (real)
      k = 'real'
    end select
  end function
end program
