! flags: -fbackslash
! Internal files of characters of kind 4, scalars and arrays, written and read by formats and lists.
program wide_internal_files
  implicit none
  integer, parameter :: u = selected_char_kind('ISO_10646')
  character(12, u) :: s, rows(3), t
  character(5, u) :: name
  character(:, u), allocatable :: held
  character(4) :: plain
  integer :: i, ios, k(3)
  real :: x
  write (s, '(i4, f6.2)') 42, 2.5
  call show(s)
  write (s, '(a, "|", a, t10, a)') u_"\u0416\u20ac", 'ab', u_"\U0001F600"
  call show(s)
  read (s, '(a2, 1x, a2, t10, a1)') name, plain, t
  call show(name)
  print '(a)', plain
  call show(t)
  write (rows, '(a, i0)') (u_"\u00e4", i, i = 1, 3)
  do i = 1, 3
    call show(rows(i))
  end do
  read (rows, '(1x, i1)') k
  print *, k
  write (s, *) 7
  call show(s)
  s = u_"12 3.5"
  read (s, *) i, x
  print *, i, x
  allocate (character(6, u) :: held)
  write (held, '(*(g0, :, ","))') 1, 2, 3
  call show(held)
  write (held(3:5), '(i3.3)', iostat=ios) 9
  call show(held)
  write (held, '(a)', iostat=ios) u_"\u0416\u0416\u0416\u0416\u0416\u0416\u0416"
  print *, ios /= 0
  write (s, '(a)') 'six'
  read (s, '(i3)', iostat=ios) i
  print *, ios > 0
  read (s(5:), *, iostat=ios) i
  print *, ios < 0
  write (rows(1:3:2), '(2i3)') 1, 5, 6, 7
  call show(rows(1))
  call show(rows(3))
contains
  subroutine show(c)
    character(*, u), intent(in) :: c
    integer :: j
    print '(i3, 12(1x, z0))', len(c), (ichar(c(j:j)), j = 1, len(c))
  end subroutine
end program
