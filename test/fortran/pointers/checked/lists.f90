! Pointers: association, nullify, linked lists, binary trees, pointers to sections, bounds remapping.
program lists
  implicit none
  type node
    integer :: key
    type(node), pointer :: left => null(), right => null()
  end type
  type link
    character(5) :: name
    type(link), pointer :: next
  end type
  type(node), pointer :: root
  type(link), pointer :: head, p
  integer, target :: grid(4, 4), v(6)
  integer, pointer :: row(:), block(:, :), flat(:), scalar, matrix(:, :)
  integer :: i
  integer :: keys(7) = [50, 30, 70, 20, 40, 60, 80]
  nullify (root)
  do i = 1, size(keys)
    call insert(root, keys(i))
  end do
  call walk(root)
  print *, depth(root), contains_key(root, 60), contains_key(root, 65)
  nullify (head)
  do i = 1, 3
    allocate (p)
    p%name = 'item' // achar(48 + i)
    p%next => head
    head => p
  end do
  p => head
  do while (associated(p))
    print *, p%name
    p => p%next
  end do
  grid = reshape([(i, i = 1, 16)], [4, 4])
  row => grid(2, :)
  block => grid(2:3, 3:4)
  row(1) = -1
  block = block*100
  print '(4i6)', (grid(i, :), i = 1, 4)
  print *, associated(row, grid(2, :)), associated(block), lbound(block), shape(block)
  scalar => grid(4, 4)
  scalar = scalar + 1000
  print *, grid(4, 4), associated(scalar, grid(4, 4)), associated(scalar, grid(1, 1))
  v = [1, 2, 3, 4, 5, 6]
  flat => v
  matrix(1:2, 0:2) => flat
  print *, matrix(2, :), lbound(matrix), ubound(matrix)
  flat(0:) => v(2:5)
  print *, lbound(flat), ubound(flat), flat(0), sum(flat)
  flat => v(6:1:-2)
  print *, flat
  allocate (flat(3))
  flat = 9
  print *, flat, v
  deallocate (flat)
  print *, associated(flat)
contains
  recursive subroutine insert(t, key)
    type(node), pointer, intent(inout) :: t
    integer, intent(in) :: key
    if (.not. associated(t)) then
      allocate (t)
      t%key = key
    else if (key < t%key) then
      call insert(t%left, key)
    else
      call insert(t%right, key)
    end if
  end subroutine
  recursive subroutine walk(t)
    type(node), pointer, intent(in) :: t
    if (.not. associated(t)) return
    call walk(t%left)
    print *, t%key
    call walk(t%right)
  end subroutine
  recursive integer function depth(t) result(d)
    type(node), pointer, intent(in) :: t
    d = 0
    if (associated(t)) d = 1 + max(depth(t%left), depth(t%right))
  end function
  logical function contains_key(t, key) result(found)
    type(node), pointer, intent(in) :: t
    integer, intent(in) :: key
    type(node), pointer :: at
    at => t
    found = .false.
    do while (associated(at) .and. .not. found)
      found = at%key == key
      if (key < at%key) then
        at => at%left
      else
        at => at%right
      end if
    end do
  end function
end program
