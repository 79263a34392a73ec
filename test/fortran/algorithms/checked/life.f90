! Conway's game of life with CSHIFT, and a Mandelbrot picture in characters.
program life
  implicit none
  integer, parameter :: n = 8
  integer :: world(n, n) = 0, neighbours(n, n), generation, i
  character(n) :: row
  complex :: z, c
  integer :: x, y, k
  world(1:3, 2) = [0, 1, 0]
  world(1:3, 3) = [0, 0, 1]
  world(1:3, 1) = [1, 1, 1]
  do generation = 0, 4
    print '(a,i0)', 'generation ', generation
    do i = 1, n
      row = repeat('.', n)
      where_alive: block
        integer :: j
        do j = 1, n
          if (world(i, j) == 1) row(j:j) = '#'
        end do
      end block where_alive
      print '(a)', row
    end do
    neighbours = cshift(world, 1, 1) + cshift(world, -1, 1) + cshift(world, 1, 2) + cshift(world, -1, 2) &
      + cshift(cshift(world, 1, 1), 1, 2) + cshift(cshift(world, 1, 1), -1, 2) &
      + cshift(cshift(world, -1, 1), 1, 2) + cshift(cshift(world, -1, 1), -1, 2)
    world = merge(1, 0, neighbours == 3 .or. (world == 1 .and. neighbours == 2))
  end do
  do y = -4, 4
    do x = -20, 8
      c = cmplx(x/10., y/4.)
      z = 0
      do k = 1, 30
        z = z**2 + c
        if (abs(z) > 2) exit
      end do
      write (*, '(a)', advance='no') merge('*', ' ', k > 30)
    end do
    write (*, *)
  end do
end program
