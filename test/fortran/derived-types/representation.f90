! STORAGE_SIZE and SIZEOF count the bytes that a program can see, and TRANSFER moves these bytes.
program representation
  call count_bytes
  call move
end program

subroutine count_bytes
  type t
    integer :: i, j, k
  end type
  type, extends(t) :: u
    real(8) :: x
  end type
  type e
  end type
  type s
    sequence
    integer :: i
  end type
  type, bind(c) :: b
    integer :: i
    real(8) :: x
  end type
  type(t) :: a, aa(3)
  type(u) :: c
  class(t), allocatable :: q
  type(e) :: ee
  class(*), allocatable :: w
  type(s) :: ss
  type(b) :: bb
  print *, storage_size(a), storage_size(aa), storage_size(c), storage_size(ee), storage_size(ss), storage_size(bb)
  print *, sizeof(a), sizeof(aa), sizeof(c), sizeof(ee)
  allocate(u :: q)
  print *, storage_size(q), sizeof(q)
  allocate(u :: w)
  print *, storage_size(w), sizeof(w)
  call sub(aa)
  call any(aa)
  call anys(aa)
  call rk(aa)
contains
 subroutine sub(x)
   class(t) :: x(:)
   print *, storage_size(x), sizeof(x)
 end subroutine
 subroutine any(x)
   class(*) :: x(:)
   print *, storage_size(x), sizeof(x)
 end subroutine
 subroutine anys(x)
   type(*) :: x(:)
   print *, sizeof(x)
 end subroutine
 subroutine rk(x)
   class(*) :: x(..)
   print *, sizeof(x)
 end subroutine
end subroutine

subroutine move
  type t
    integer :: i
  end type
  type, extends(t) :: u
    integer :: x
  end type
  type v
    type(t) :: a(2)
    integer :: n
  end type
  class(t), allocatable :: q
  class(*), allocatable :: w, wa(:)
  type(u) :: a, aa(2)
  type(v) :: z
  integer, allocatable :: b(:)
  a = u(1, 2)
  print *, transfer(a, [1])
  aa = transfer([3,4,5,6], aa)
  print *, aa(1)%i, aa(2)%i, aa%x
  call show(aa(2))
  a = transfer([7_8 + 2_8**35], a)
  call show(a)
  print *, transfer([aa, a], [1])
  allocate(w, source=a)
  print *, transfer(w, [1])
  allocate(wa, source=aa)
  print *, transfer(wa, [1])
  z%a(1)%i = 11; z%a(2)%i = 12; z%n = 13
  print *, transfer(z, [1])
  z = transfer([21, 22, 23], z)
  call show(z%a(2)); print *, z%n, storage_size(z)
  allocate(q, source=a)
  print *, size(transfer(q, [1]))
  q = transfer([31, 32], q)
  print *, q%i
contains
  subroutine show(x)
    class(t), intent(in) :: x
    select type (x)
    type is (u)
      print *, 'u', x%i, x%x
    class default
      print *, 't', x%i
    end select
  end subroutine
end subroutine
