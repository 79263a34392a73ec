! Polymorphic arrays: allocation by type and by source, SELECT TYPE, passing, move_alloc, sizes.
module animals
  implicit none
  type animal
    integer :: legs = 4
  contains
    procedure :: sound => animal_sound
  end type
  type, extends(animal) :: bird
    real :: wingspan = 0.5
  contains
    procedure :: sound => bird_sound
  end type
contains
  function animal_sound(self) result(s)
    class(animal), intent(in) :: self
    character(:), allocatable :: s
    s = 'generic'
  end function
  function bird_sound(self) result(s)
    class(bird), intent(in) :: self
    character(:), allocatable :: s
    s = 'tweet'
  end function
  subroutine list_all(zoo)
    class(animal), intent(in) :: zoo(:)
    integer :: i
    do i = 1, size(zoo)
      print *, i, zoo(i)%legs, zoo(i)%sound()
    end do
    select type (zoo)
    type is (bird)
      print *, 'wings', zoo%wingspan
    type is (animal)
      print *, 'no wings', size(zoo)
    end select
  end subroutine
  subroutine any_values(v)
    class(*), intent(in) :: v(:)
    select type (v)
    type is (integer)
      print *, 'integers', v, sum(v)
    type is (real)
      print *, 'reals', maxval(v)
    type is (character(*))
      print *, 'characters', len(v), v
    class is (animal)
      print *, 'animals', v%legs
    end select
  end subroutine
end module
program polymorphic_arrays
  use animals
  implicit none
  class(animal), allocatable :: zoo(:), other(:)
  class(*), allocatable :: u(:)
  type(bird) :: flock(2) = [bird(2, 0.25), bird(2, 1.5)]
  allocate (animal :: zoo(2))
  zoo(2)%legs = 6
  call list_all(zoo)
  deallocate (zoo)
  allocate (zoo(2), source=flock)
  call list_all(zoo)
  call list_all(zoo(2:1:-1))
  call list_all(flock(2:))
  call move_alloc(zoo, other)
  print *, allocated(zoo), size(other), other(1)%sound()
  allocate (bird :: zoo(3))
  select type (zoo)
  class is (bird)
    zoo%wingspan = [1., 2., 3.]
    zoo(2)%legs = 1
  end select
  call list_all(zoo)
  call any_values([1, 2, 3])
  call any_values([1.5, 2.5])
  call any_values(['ab', 'cd'])
  call any_values(zoo)
  allocate (u(3), source=[10, 20, 30])
  select type (u)
  type is (integer)
    u = u + 1
    print *, u
  end select
  call any_values(u(2:))
end program
