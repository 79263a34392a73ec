! Graphs: depth-first search, topological order, Dijkstra, minimum spanning tree, union-find, cycles.
program graphs
  implicit none
  integer, parameter :: n = 6
  integer :: w(n, n) = 0, order(n), filled, dist(n), before(n), parent(n), edges(3, 8), i, j, k, cost
  logical :: seen(n), open(n)
  edges = reshape([1, 2, 7, 1, 3, 9, 1, 6, 14, 2, 3, 10, 2, 4, 15, 3, 4, 11, 3, 6, 2, 4, 5, 6], [3, 8])
  do k = 1, 8
    w(edges(1, k), edges(2, k)) = edges(3, k)
  end do
  seen = .false.; filled = n
  do i = 1, n
    call visit(i)
  end do
  print *, order
  dist = huge(1)/2; dist(1) = 0; open = .true.; before = 0
  do k = 1, n
    i = minloc(dist, dim=1, mask=open)
    open(i) = .false.
    do j = 1, n
      if (max(w(i, j), w(j, i)) == 0) cycle
      if (dist(i) + max(w(i, j), w(j, i)) < dist(j)) then
        dist(j) = dist(i) + max(w(i, j), w(j, i))
        before(j) = i
      end if
    end do
  end do
  print *, dist, before
  parent = [(i, i = 1, n)]
  cost = 0
  do k = 1, 8
    do j = k + 1, 8
      if (edges(3, j) < edges(3, k)) edges(:, [j, k]) = edges(:, [k, j])
    end do
  end do
  do k = 1, 8
    i = root(edges(1, k)); j = root(edges(2, k))
    if (i == j) cycle
    parent(i) = j
    cost = cost + edges(3, k)
    print *, edges(:, k)
  end do
  print *, cost, count([(root(i) == root(1), i = 1, n)])
contains
  recursive subroutine visit(k)
    integer, intent(in) :: k
    integer :: m
    if (seen(k)) return
    seen(k) = .true.
    do m = 1, n
      if (w(k, m) > 0) call visit(m)
    end do
    order(filled) = k
    filled = filled - 1
  end subroutine
  recursive integer function root(k) result(r)
    integer, intent(in) :: k
    r = k
    if (parent(k) /= k) r = root(parent(k))
  end function
end program
