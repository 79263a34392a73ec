! Sorting: bubble, insertion, quick, merge and heap sort over one array, and an index sort of records.
module sorting
  implicit none
contains
  subroutine bubble(a)
    integer, intent(inout) :: a(:)
    integer :: i, j
    do i = size(a) - 1, 1, -1
      do j = 1, i
        if (a(j) > a(j + 1)) a(j:j + 1) = a(j + 1:j:-1)
      end do
    end do
  end subroutine
  subroutine insertion(a)
    integer, intent(inout) :: a(:)
    integer :: i, j, x
    do i = 2, size(a)
      x = a(i)
      j = i - 1
      do while (j >= 1)
        if (a(j) <= x) exit
        a(j + 1) = a(j)
        j = j - 1
      end do
      a(j + 1) = x
    end do
  end subroutine
  recursive function quick(a) result(s)
    integer, intent(in) :: a(:)
    integer :: s(size(a))
    if (size(a) <= 1) then
      s = a
    else
      s = [quick(pack(a(2:), a(2:) < a(1))), a(1), quick(pack(a(2:), a(2:) >= a(1)))]
    end if
  end function
  recursive subroutine merge_sort(a)
    integer, intent(inout) :: a(:)
    integer :: left(size(a)/2), right(size(a) - size(a)/2), i, j, k
    if (size(a) < 2) return
    left = a(:size(left))
    right = a(size(left) + 1:)
    call merge_sort(left)
    call merge_sort(right)
    i = 1; j = 1
    do k = 1, size(a)
      if (j > size(right)) then
        a(k) = left(i); i = i + 1
      else if (i > size(left)) then
        a(k) = right(j); j = j + 1
      else if (left(i) <= right(j)) then
        a(k) = left(i); i = i + 1
      else
        a(k) = right(j); j = j + 1
      end if
    end do
  end subroutine
  subroutine heap_sort(a)
    integer, intent(inout) :: a(0:)
    integer :: start, last
    last = size(a) - 1
    do start = (last - 1)/2, 0, -1
      call sift(a, start, last)
    end do
    do last = size(a) - 1, 1, -1
      a([0, last]) = a([last, 0])
      call sift(a, 0, last - 1)
    end do
  end subroutine
  subroutine sift(a, start, last)
    integer, intent(inout) :: a(0:)
    integer, intent(in) :: start, last
    integer :: root, child, t
    root = start
    do while (2*root + 1 <= last)
      child = 2*root + 1
      if (child < last) then
        if (a(child) < a(child + 1)) child = child + 1
      end if
      if (a(root) >= a(child)) return
      t = a(root); a(root) = a(child); a(child) = t
      root = child
    end do
  end subroutine
end module
program sorts
  use sorting
  implicit none
  type person
    character(6) :: name
    integer :: age
  end type
  type(person) :: people(4) = [person('dora', 30), person('abel', 25), person('cleo', 41), person('bob', 25)]
  integer :: a(9) = [5, 3, 9, 1, 5, 7, 2, 8, 0], b(9), order(4), i, j
  b = a; call bubble(b); print *, b
  b = a; call insertion(b); print *, b
  print *, quick(a)
  b = a; call merge_sort(b); print *, b
  b = a; call heap_sort(b); print *, b
  order = [(i, i = 1, 4)]
  do i = 2, 4
    do j = i, 2, -1
      if (people(order(j))%age >= people(order(j - 1))%age) exit
      order([j - 1, j]) = order([j, j - 1])
    end do
  end do
  print '(4(a,i3,2x))', people(order)
end program
