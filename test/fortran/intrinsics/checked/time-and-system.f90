! Dates computed from numbers: leap years, days of the week, Julian days, in common formats.
program dates
  implicit none
  integer :: y, m, d, jd
  character(9), parameter :: days(0:6) = [character(9) :: 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', &
    'Saturday', 'Sunday']
  character(3), parameter :: months(12) = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
  print *, pack([(y, y = 1896, 1912)], [(is_leap(y), y = 1896, 1912)])
  jd = julian(2000, 1, 1)
  print *, jd, days(mod(jd, 7))
  jd = julian(1969, 7, 20)
  print '(a,", ",a,1x,i2.2,", ",i4)', trim(days(mod(jd, 7))), months(7), 20, 1969
  call calendar(jd + 100, y, m, d)
  print '(i4.4,2("-",i2.2))', y, m, d
  print *, julian(2024, 12, 25) - julian(2024, 2, 29), clock(3725), clock(59)
contains
  elemental logical function is_leap(y)
    integer, intent(in) :: y
    is_leap = mod(y, 4) == 0 .and. (mod(y, 100) /= 0 .or. mod(y, 400) == 0)
  end function
  integer function julian(y, m, d)
    integer, intent(in) :: y, m, d
    julian = d - 32075 + 1461*(y + 4800 + (m - 14)/12)/4 + 367*(m - 2 - (m - 14)/12*12)/12 &
      - 3*((y + 4900 + (m - 14)/12)/100)/4
  end function
  subroutine calendar(jd, y, m, d)
    integer, intent(in) :: jd
    integer, intent(out) :: y, m, d
    integer :: l, n
    l = jd + 68569
    n = 4*l/146097
    l = l - (146097*n + 3)/4
    y = 4000*(l + 1)/1461001
    l = l - 1461*y/4 + 31
    m = 80*l/2447
    d = l - 2447*m/80
    l = m/11
    m = m + 2 - 12*l
    y = 100*(n - 49) + y + l
  end subroutine
  character(8) function clock(seconds)
    integer, intent(in) :: seconds
    write (clock, '(i2.2,":",i2.2,":",i2.2)') seconds/3600, mod(seconds/60, 60), mod(seconds, 60)
  end function
end program
