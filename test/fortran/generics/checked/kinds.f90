! One generic for many kinds and ranks, with different result types, and selection by keyword arguments.
module conversions
  use iso_fortran_env
  implicit none
  interface text_of
    module procedure of_integer, of_long, of_real, of_logical, of_array
  end interface
contains
  function of_integer(n, width) result(t)
    integer(int32), intent(in) :: n
    integer, intent(in), optional :: width
    character(:), allocatable :: t
    character(20) :: b
    write (b, '(i0)') n
    t = trim(b)
    if (present(width)) t = repeat('0', max(0, width - len(t))) // t
  end function
  function of_long(n) result(t)
    integer(int64), intent(in) :: n
    character(:), allocatable :: t
    character(25) :: b
    write (b, '(i0,a)') n, 'L'
    t = trim(b)
  end function
  function of_real(x, digits) result(t)
    real(real64), intent(in) :: x
    integer, intent(in), optional :: digits
    character(:), allocatable :: t
    character(30) :: b, form
    form = '(f0.2)'
    if (present(digits)) write (form, '("(f0.",i0,")")') digits
    write (b, form) x
    t = trim(b)
  end function
  function of_logical(l) result(t)
    logical, intent(in) :: l
    character(:), allocatable :: t
    t = trim(merge('yes', 'no ', l))
  end function
  function of_array(v) result(t)
    integer, intent(in) :: v(:)
    character(:), allocatable :: t
    integer :: i
    t = '['
    do i = 1, size(v)
      if (i > 1) t = t // ', '
      t = t // text_of(v(i))
    end do
    t = t // ']'
  end function
end module
program kinds
  use conversions
  implicit none
  print *, text_of(42), ' ', text_of(7, 3), ' ', text_of(2_int64**40), ' ', text_of(3.14159d0), ' ', text_of(2.5d0, digits=4)
  print *, text_of(.true.), ' ', text_of([1, 20, 300]), ' ', text_of(width=5, n=-3), len(text_of([integer ::]))
end program
