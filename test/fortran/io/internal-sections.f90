! Internal files that are array sections, with and without gaps in memory.
program internal_sections
  use, intrinsic :: ieee_arithmetic, only: ieee_class, ieee_class_type, ieee_positive_inf, operator(==), operator(/=)
  use, intrinsic :: ieee_arithmetic, only: ieee_selected_real_kind
  implicit none
  character(3) :: c(2, 3, 2) = '...'
  character(24) :: line
  real :: x(6, 4), big = huge(1.0)
  integer :: i, n(4), s
  type(ieee_class_type) :: kind_of

  write (c(:, 3:1:-2, 2), '(i3)') (i, i=1, 4)
  print '(6a3)', c
  write (c(2, :, :), '(a3)') 'one', 'two', '3rd', '4th', '5th', '6th'
  print '(6a3)', c
  read (c(:, 3:1:-2, 2)(2:3), *) n(1:1)
  read (c(1, 3:1:-2, 2), '(i3)') n(1:2)
  print *, n(:2)
  s = 1
  print *, is_contiguous(x(::s, :)), is_contiguous(x(:, 2:3)), is_contiguous(x(1:2, 1:2))
  s = 4
  print *, is_contiguous(x(1:1:s, 1)), is_contiguous(x(2:1:s, 1))
  big = big * 10
  kind_of = ieee_class(big)
  print *, kind_of == ieee_positive_inf, kind_of /= ieee_positive_inf
  print *, fraction(big), spacing(-big), ieee_selected_real_kind(6, 30, 10)
  write (line, '(2(f8.3))') 1.5, -2.25
  print *, trim(line)
end program
