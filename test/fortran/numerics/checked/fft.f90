! Fast Fourier transform, recursive and in place; convolution; complex arithmetic in double precision.
module transforms
  implicit none
  integer, parameter :: dp = kind(1d0)
  real(dp), parameter :: pi = acos(-1._dp)
contains
  recursive function fft(x) result(y)
    complex(dp), intent(in) :: x(:)
    complex(dp) :: y(size(x)), even(size(x)/2), odd(size(x)/2)
    integer :: n, k
    n = size(x)
    if (n == 1) then
      y = x
      return
    end if
    even = fft(x(1::2))
    odd = fft(x(2::2))
    odd = odd*exp([(cmplx(0, -2*pi*k/n, dp), k = 0, n/2 - 1)])
    y = [even + odd, even - odd]
  end function
  function inverse(x) result(y)
    complex(dp), intent(in) :: x(:)
    complex(dp) :: y(size(x))
    y = conjg(fft(conjg(x)))/size(x)
  end function
end module
program fourier
  use transforms
  implicit none
  complex(dp) :: x(8), y(8)
  real(dp) :: a(8), b(8)
  integer :: i
  x = [(cmplx(i, 0, dp), i = 1, 8)]
  y = fft(x)
  print '(8(2f9.4,/))', y
  print '(es8.1)', maxval(abs(inverse(y) - x)) + 1
  a = [1, 2, 3, 0, 0, 0, 0, 0]
  b = [1, 1, 0, 0, 0, 0, 0, 0]
  print '(8f6.2)', abs(real(inverse(fft(cmplx(a, kind=dp))*fft(cmplx(b, kind=dp)))))
  print '(3f9.5)', abs((3._dp, 4._dp)), atan2(aimag(y(2)), real(y(2))), real(y(1)%re + y(1)%im)
end program
