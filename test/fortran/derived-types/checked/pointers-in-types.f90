! Pointer components: shared targets, arrays of pointers, rings, doubly linked lists, association status after copies.
program pointers_in_types
  implicit none
  type item
    integer :: n = 0
    type(item), pointer :: next => null(), previous => null()
  end type
  type view
    integer, pointer :: data(:) => null()
  end type
  type(item), pointer :: first, p
  type(view) :: rows(3), copy
  integer, target :: store(9)
  integer :: i
  store = [(i, i = 1, 9)]
  do i = 1, 3
    rows(i)%data => store(i::3)
  end do
  rows(2)%data = rows(2)%data*100
  print *, store, (size(rows(i)%data), i = 1, 3)
  copy = rows(1)
  copy%data(1) = -5
  print *, rows(1)%data, associated(copy%data, rows(1)%data), associated(rows(3)%data, store)
  nullify (first)
  do i = 1, 4
    allocate (p)
    p%n = i
    if (associated(first)) then
      p%next => first
      p%previous => first%previous
      first%previous%next => p
      first%previous => p
    else
      first => p
      p%next => p
      p%previous => p
    end if
  end do
  p => first
  do i = 1, 6
    write (*, '(i2)', advance='no') p%n
    p => p%next
  end do
  print *, first%previous%n, associated(first%previous%next, first)
  do while (.not. associated(first%next, first))
    p => first%next
    first%next => p%next
    deallocate (p)
  end do
  print *, first%n, associated(first%next)
  deallocate (first)
end program
