! Allocatable components: deep copies, nested structures, functions that return them, arrays of them.
module trees
  implicit none
  type leaf
    character(:), allocatable :: name
    integer, allocatable :: values(:)
  end type
  type branch
    type(leaf), allocatable :: leaves(:)
    type(branch), allocatable :: left, right
    integer :: weight = 1
  end type
contains
  function make_leaf(name, n) result(l)
    character(*), intent(in) :: name
    integer, intent(in) :: n
    type(leaf) :: l
    integer :: i
    l%name = name
    l%values = [(i*10, i = 1, n)]
  end function
  recursive integer function total(b) result(t)
    type(branch), intent(in) :: b
    integer :: i
    t = b%weight
    if (allocated(b%leaves)) then
      do i = 1, size(b%leaves)
        t = t + sum(b%leaves(i)%values)
      end do
    end if
    if (allocated(b%left)) t = t + total(b%left)
    if (allocated(b%right)) t = t + total(b%right)
  end function
end module
program components
  use trees
  implicit none
  type(branch) :: root, copy
  type(leaf) :: l
  type(leaf), allocatable :: list(:)
  l = make_leaf('oak', 3)
  root%leaves = [l, make_leaf('elm', 2)]
  allocate (root%left)
  root%left%leaves = [make_leaf('ash', 1)]
  root%left%weight = 5
  allocate (root%right, source=root%left)
  root%right%leaves(1)%values(1) = 1000
  print *, total(root)
  copy = root
  copy%weight = 100
  copy%leaves(1)%name = copy%leaves(1)%name // ' tree'
  print *, total(copy), total(root), copy%leaves(1)%name, ' ', root%leaves(1)%name
  list = [root%leaves, l]
  list(1)%values = [list(1)%values, 7]
  print *, size(list), size(list(1)%values), size(root%leaves(1)%values), len(list(2)%name)
  deallocate (root%left)
  print *, total(root), allocated(root%left), allocated(copy%left)
  root = branch(weight=3)
  print *, total(root), allocated(root%leaves)
  l = leaf('x', [1, 2])
  print *, l%name, l%values
end program
