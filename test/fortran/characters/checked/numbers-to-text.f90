! Numbers to text and back: bases, Roman numerals, words, zero padding, thousands separators, checksums.
program numbers_to_text
  implicit none
  integer :: i
  print *, to_base(255, 16), to_base(10, 2), to_base(-35, 36), from_base('ff', 16), from_base('1010', 2)
  print *, (roman(i)//' ', i = 1994, 1996), roman(49), separated(1234567), separated(-999), separated(1000)
  print '(*(a,1x))', (spelled(i), i = 0, 5), spelled(42), spelled(19)
  print *, luhn('79927398713'), luhn('79927398710')
contains
  recursive function to_base(n, base) result(t)
    integer, intent(in) :: n, base
    character(:), allocatable :: t
    character(*), parameter :: digits = '0123456789abcdefghijklmnopqrstuvwxyz'
    if (n < 0) then
      t = '-' // to_base(-n, base)
    else if (n < base) then
      t = digits(n + 1:n + 1)
    else
      t = to_base(n/base, base)
      t = t // digits(mod(n, base) + 1:mod(n, base) + 1)
    end if
  end function
  pure integer function from_base(t, base) result(n)
    character(*), intent(in) :: t
    integer, intent(in) :: base
    integer :: k
    n = 0
    do k = 1, len(t)
      n = n*base + index('0123456789abcdefghijklmnopqrstuvwxyz', t(k:k)) - 1
    end do
  end function
  function roman(n) result(t)
    integer, intent(in) :: n
    character(:), allocatable :: t
    integer, parameter :: values(13) = [1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1]
    character(2), parameter :: marks(13) = ['M ', 'CM', 'D ', 'CD', 'C ', 'XC', 'L ', 'XL', 'X ', 'IX', 'V ', 'IV', 'I ']
    integer :: rest, k
    t = ''
    rest = n
    do k = 1, 13
      do while (rest >= values(k))
        t = t // trim(marks(k))
        rest = rest - values(k)
      end do
    end do
  end function
  function separated(n) result(t)
    integer, intent(in) :: n
    character(:), allocatable :: t
    character(12) :: b
    integer :: k
    write (b, '(i0)') abs(n)
    t = trim(b)
    do k = len_trim(b) - 3, 1, -3
      t = t(:k) // ',' // t(k + 1:)
    end do
    if (n < 0) t = '-' // t
  end function
  function spelled(n) result(t)
    integer, intent(in) :: n
    character(:), allocatable :: t
    character(9), parameter :: ones(0:19) = [character(9) :: 'zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', &
      'eight', 'nine', 'ten', 'eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen']
    character(7), parameter :: tens(2:9) = [character(7) :: 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', &
      'eighty', 'ninety']
    if (n < 20) then
      t = trim(ones(n))
    else
      t = trim(tens(n/10))
      if (mod(n, 10) > 0) t = t // '-' // trim(ones(mod(n, 10)))
    end if
  end function
  pure logical function luhn(t)
    character(*), intent(in) :: t
    integer :: d(len(t)), k
    d = [(iachar(t(k:k)) - 48, k = len(t), 1, -1)]
    d(2::2) = 2*d(2::2)
    luhn = mod(sum(d/10 + mod(d, 10)), 10) == 0
  end function
end program
