module data_mod
  implicit none
  save
  integer, allocatable, target :: store(:)
  real, dimension(2, 2) :: mat = reshape([1., 2., 3., 4.], [2, 2])
  character(len=8), dimension(3) :: labels = [character(len=8) :: 'x', 'yy', 'zzz']
  type config
    integer :: n = 10
    real :: tol = 1e-3
    logical :: verbose = .true.
    character(len=16) :: name = 'default'
    integer :: sizes(3) = [1, 2, 3]
  end type
  type(config) :: cfg, cfgs(2) = [config(n=1), config(n=2, name='second')]
  type nested
    type(config) :: c = config(n=99)
    type(config), allocatable :: list(:)
  end type
contains
  subroutine setup(n)
    integer, intent(in) :: n
    integer :: i
    if (allocated(store)) deallocate (store)
    allocate (store(n))
    do i = 1, n
      store(i) = i
    end do
  end subroutine
  function counter() result(k)
    integer :: k
    integer, save :: calls = 0
    calls = calls + 1
    k = calls
  end function
  pure function poly(c, x) result(y)
    real, intent(in) :: c(0:), x
    real :: y
    integer :: i
    y = 0
    do i = ubound(c, 1), 0, -1
      y = y * x + c(i)
    end do
  end function
  elemental subroutine bump(a, by)
    integer, intent(inout) :: a
    integer, intent(in), optional :: by
    if (present(by)) then
      a = a + by
    else
      a = a + 1
    end if
  end subroutine
end module
program t
  use data_mod, only: setup, store, mat, labels, cfg, cfgs, config, nested, counter, poly, bump
  implicit none
  type(nested) :: ne, nf
  integer :: i, arr(3) = [1, 2, 3]
  integer, pointer :: p(:)
  integer(8) :: big
  call setup(4)
  print *, store, mat, labels
  print *, cfg, cfgs(2)%name, cfgs%n
  cfg%sizes(2) = 50
  print *, cfg%sizes, ne%c%n
  allocate (ne%list(2))
  ne%list(2)%name = 'inner'
  nf = ne
  ne%list(2)%name = 'changed'
  print *, nf%list(2)%name, ne%list(2)%name, size(nf%list)
  print *, counter(), counter()
  print *, poly([1., 2., 3.], 2.)
  call bump(arr)
  call bump(arr, 10)
  call bump(arr(2:3), [100, 200])
  print *, arr
  p => store(2:3)
  p = 0
  print *, store
  big = 1
  do i = 1, 20
    big = big * i
  end do
  print *, big, huge(big), int(2.0**31, 8)
  print '(3(a, ":", i0, 1x))', (trim(labels(i)), i, i = 1, 3)
  print *, real(7) / 2, 7 / 2, -7 / 2, mod(-7, 2), 2**(-1), (-2.)**3
  print *, 1.0d0 / 3, 1.0 / 3, 1e0 * 1d0, real(1d0 / 3)
  if (.not. allocated(store)) stop 1
  cfg = config(5, 0.5, .false., 'pos', [7, 8, 9])
  write (*, '(i3, f5.2, l2, 1x, a8, 3i3)') cfg
end program
