! A hash map with chaining, of deferred-length keys, counting words.
module hash_maps
  implicit none
  private
  type item
    character(:), allocatable :: key
    integer :: value = 0
    type(item), pointer :: next => null()
  end type
  type slot
    type(item), pointer :: first => null()
  end type
  type, public :: map
    private
    type(slot) :: slots(7)
    integer, public :: count = 0
  contains
    procedure :: set, get, has, increment, print_sorted
    procedure, private :: find
    final :: clear
  end type
contains
  pure integer function hash(key)
    character(*), intent(in) :: key
    integer :: i
    hash = 5
    do i = 1, len(key)
      hash = mod(hash*31 + iachar(key(i:i)), 7919)
    end do
    hash = mod(hash, 7) + 1
  end function
  function find(self, key) result(p)
    class(map), intent(in) :: self
    character(*), intent(in) :: key
    type(item), pointer :: p
    p => self%slots(hash(key))%first
    do while (associated(p))
      if (p%key == key) return
      p => p%next
    end do
  end function
  subroutine set(self, key, value)
    class(map), intent(inout) :: self
    character(*), intent(in) :: key
    integer, intent(in) :: value
    type(item), pointer :: p
    p => self%find(key)
    if (.not. associated(p)) then
      allocate (p)
      p%key = key
      p%next => self%slots(hash(key))%first
      self%slots(hash(key))%first => p
      self%count = self%count + 1
    end if
    p%value = value
  end subroutine
  integer function get(self, key, default)
    class(map), intent(in) :: self
    character(*), intent(in) :: key
    integer, intent(in), optional :: default
    type(item), pointer :: p
    get = -1
    if (present(default)) get = default
    p => self%find(key)
    if (associated(p)) get = p%value
  end function
  logical function has(self, key)
    class(map), intent(in) :: self
    character(*), intent(in) :: key
    has = associated(self%find(key))
  end function
  subroutine increment(self, key)
    class(map), intent(inout) :: self
    character(*), intent(in) :: key
    call self%set(key, self%get(key, default=0) + 1)
  end subroutine
  subroutine print_sorted(self)
    class(map), intent(in) :: self
    character(10), allocatable :: keys(:)
    character(10) :: t
    type(item), pointer :: p
    integer :: i, j
    allocate (keys(0))
    do i = 1, size(self%slots)
      p => self%slots(i)%first
      do while (associated(p))
        t = p%key
        keys = [keys, t]
        p => p%next
      end do
    end do
    do i = 1, size(keys) - 1
      do j = i + 1, size(keys)
        if (keys(j) < keys(i)) then
          t = keys(i); keys(i) = keys(j); keys(j) = t
        end if
      end do
    end do
    do i = 1, size(keys)
      print '(a,1x,i0)', keys(i), self%get(trim(keys(i)))
    end do
  end subroutine
  subroutine clear(self)
    type(map), intent(inout) :: self
    type(item), pointer :: p
    integer :: i
    do i = 1, size(self%slots)
      do while (associated(self%slots(i)%first))
        p => self%slots(i)%first
        self%slots(i)%first => p%next
        deallocate (p)
      end do
    end do
  end subroutine
end module
program words
  use hash_maps
  implicit none
  character(*), parameter :: text = 'the cat and the dog and the bird saw a cat'
  type(map) :: counts
  integer :: first, last
  first = 1
  do while (first <= len(text))
    last = index(text(first:), ' ')
    last = merge(len(text) + 1, first + last - 1, last == 0)
    call counts%increment(text(first:last - 1))
    first = last + 1
  end do
  call counts%print_sorted()
  print *, counts%count, counts%has('dog'), counts%has('fish'), counts%get('fish'), counts%get('fish', 7)
end program
