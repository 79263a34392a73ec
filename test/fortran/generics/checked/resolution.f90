! Generic interfaces: by type, kind, rank and keyword; a generic with the name of an intrinsic; several modules.
module numbers
  implicit none
  interface describe
    module procedure describe_i4, describe_i8, describe_r4, describe_r8, describe_vector, describe_text
  end interface
  interface size_of
    module procedure size_scalar, size_vector
  end interface
  interface sin
    module procedure sin_degrees
  end interface
contains
  subroutine describe_i4(x)
    integer(4), intent(in) :: x
    print *, 'integer(4)', x
  end subroutine
  subroutine describe_i8(x)
    integer(8), intent(in) :: x
    print *, 'integer(8)', x
  end subroutine
  subroutine describe_r4(x)
    real(4), intent(in) :: x
    print *, 'real(4)', x
  end subroutine
  subroutine describe_r8(x, digits)
    real(8), intent(in) :: x
    integer, intent(in), optional :: digits
    if (present(digits)) then
      print '(a,f0.3,i3)', ' real(8) ', x, digits
    else
      print *, 'real(8)', x
    end if
  end subroutine
  subroutine describe_vector(x)
    integer, intent(in) :: x(:)
    print *, 'vector', x
  end subroutine
  subroutine describe_text(x)
    character(*), intent(in) :: x
    print *, 'text ', x
  end subroutine
  integer function size_scalar(x)
    integer, intent(in) :: x
    size_scalar = x - x
  end function
  integer function size_vector(x)
    integer, intent(in) :: x(:)
    size_vector = size(x)
  end function
  real function sin_degrees(angle)
    integer, intent(in) :: angle
    sin_degrees = sin(angle*acos(-1.)/180)
  end function
end module
module more_numbers
  use numbers, only: describe
  implicit none
  interface describe
    module procedure describe_logical
  end interface
contains
  subroutine describe_logical(x)
    logical, intent(in) :: x
    print *, 'logical', x
  end subroutine
end module
program resolution
  use numbers
  use more_numbers
  implicit none
  call describe(1)
  call describe(1_8)
  call describe(1.5)
  call describe(1.5d0)
  call describe(digits=7, x=2.25d0)
  call describe([1, 2])
  call describe('abc')
  call describe(.true.)
  print *, size_of(3), size_of([1, 2, 3])
  print '(2f8.4)', sin(30), sin(0.5)
end program
