! A CLASS(*) pointer that is allocated again: its old target remains
program star_pointers
  implicit none
  integer, target :: t = 3
  real, pointer :: r
  class(*), pointer :: p, q
  p => t
  allocate(p, source=5)
  print *, t, value_of(p)
  q => p
  allocate(p, source=77)
  print *, value_of(q), t, value_of(p)
  allocate(r)
  r = 8
  p => r
  allocate(p, source=q)
  print *, r, value_of(p)
  allocate(real :: p)
  allocate(integer :: p)
  print *, r, t, value_of(q)
contains
  integer function value_of(a)
    class(*), intent(in) :: a
    value_of = -1
    select type (a)
    type is (integer)
      value_of = a
    type is (character(*))
      value_of = len(a)
    end select
  end function
end program
