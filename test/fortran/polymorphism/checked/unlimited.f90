! CLASS(*): scalars, arguments, pointers, allocatable components, same types, copies.
program unlimited
  implicit none
  type box
    class(*), allocatable :: content
  end type
  type thing
    integer :: k = 8
  end type
  type(box) :: boxes(4)
  class(*), pointer :: p
  class(*), allocatable :: a, b
  integer, target :: i = 5
  real, target :: x = 2.5
  integer :: n
  p => i
  print *, kind_of(p)
  p => x
  print *, kind_of(p)
  allocate (a, source='text')
  allocate (b, source=a)
  print *, kind_of(a), kind_of(b)
  deallocate (a)
  allocate (integer :: a)
  select type (a)
  type is (integer)
    a = 77
  end select
  print *, kind_of(a)
  allocate (boxes(1)%content, source=1)
  allocate (boxes(2)%content, source=1.5d0)
  allocate (boxes(3)%content, source=thing(9))
  allocate (boxes(4)%content, source=boxes(3)%content)
  do n = 1, 4
    print *, n, kind_of(boxes(n)%content)
  end do
  call add_one(boxes(1)%content)
  call add_one(i)
  print *, kind_of(boxes(1)%content), i
contains
  function kind_of(v) result(t)
    class(*), intent(in) :: v
    character(20) :: t
    select type (v)
    type is (integer)
      write (t, '(a,i0)') 'integer ', v
    type is (real)
      write (t, '(a,f0.1)') 'real ', v
    type is (real(8))
      write (t, '(a,f0.1)') 'double ', v
    type is (character(*))
      t = 'text ' // v
    type is (thing)
      write (t, '(a,i0)') 'thing ', v%k
    class default
      t = 'unknown'
    end select
  end function
  subroutine add_one(v)
    class(*), intent(inout) :: v
    select type (v)
    type is (integer)
      v = v + 1
    end select
  end subroutine
end program
