! ASSOCIATE with variables, sections, expressions and functions; BLOCK with declarations; DO CONCURRENT with masks and steps.
program constructs
  implicit none
  type :: cell
    integer :: id = 0
    real :: pos(3) = 0
  end type
  type :: grid
    type(cell) :: cells(2, 2)
  end type
  type(grid), target :: g
  integer :: i, j, a(6) = [1, 2, 3, 4, 5, 6], m(4, 4), primes(20), n
  logical :: is_prime(50)
  real :: x = 2
  character(8) :: word = 'fortress'
  associate (c => g%cells(2, 1), p => g%cells(1, 2)%pos, total => sum(a), tail => a(4:))
    c%id = 42
    p(2:) = [1.5, 2.5]
    tail = tail*10
    print *, total, sum(a), lbound(tail), ubound(tail), size(p)
    associate (total => c%id, again => tail(2:3))
      total = total + 1
      again(1) = -again(1)
    end associate
    print *, total, a
  end associate
  print *, g%cells%id, g%cells(1, 2)%pos
  associate (part => word(5:), y => x**2 + 1, name => trim(word)//'!', even => a(2::2))
    x = 100
    part = 'une'
    print *, word, y, name, even
    even = 0
  end associate
  print *, a
  outer: block
    integer :: i, a(2)
    real, parameter :: x = 7.5
    i = 99
    a = [i, i + 1]
    inner: block
      integer, save :: calls = 0
      character(i - 95) :: short
      calls = calls + 1
      short = word
      print *, a, x, short, calls
      if (i == 99) exit outer
    end block inner
    print *, 'not here'
  end block outer
  print *, a(1), x
  do concurrent (i=1:4, j=1:4, i /= j)
    m(i, j) = 10*i + j
  end do
  do concurrent (i=1:4)
    m(i, i) = 0
  end do
  print '(4i4)', m
  is_prime = .true.
  is_prime(1) = .false.
  do i = 2, 7
    if (.not. is_prime(i)) cycle
    do concurrent (j=i*i:50:i)
      is_prime(j) = .false.
    end do
  end do
  n = count(is_prime)
  primes(:n) = pack([(i, i=1, 50)], is_prime)
  print *, n, primes(:n)
  i = 1000
  do concurrent (i = 6:1:-2)
    block
      integer :: t
      t = i*i
      a(i) = t + cube(i)
    end block
  end do
  print *, i, a
  each: do i = 1, 3
    block
      integer, allocatable :: scratch(:)
      if (i == 2) cycle each
      allocate (scratch(i), source=i)
      print *, allocated(scratch), scratch
    end block
  end do each
contains
  pure integer function cube(k)
    integer, intent(in) :: k
    cube = k**3
  end function
end program
