program formatted
  implicit none
  integer, parameter :: dp = kind(1d0)
  real(dp) :: values(8) = [0d0, 1d0, -1.5d0, 123456.789d0, 1d-5, 1d100, -9.999999d9, 0.1d0]
  integer :: i
  character(len=20) :: s
  do i = 1, size(values)
    write (*, '(f12.4, "|", e14.6, "|", es14.6, "|", en14.6, "|", g14.6, "|", d14.6)') &
      values(i), values(i), values(i), values(i), values(i), values(i)
  end do
  write (*, '(*(i0, :, ", "))') 1, 22, 333
  write (*, '(b8, o8, z8, b8.8, z4.4)') 10, 64, 255, 5, 171
  write (*, '(l2, l5, a3, a, a10)') .true., .false., 'abcdef', 'xyz', 'right'
  write (*, '(i0, 1x, f0.2, 1x, es10.3e3, 1x, g0, 1x, g0)') 42, 3.14159, 1e-10, 2.5, 'text'
  write (*, '(3(f6.2, 1x))') 1.0, 2.0, 3.0, 4.0, 5.0
  write (*, '(a)', advance='no') 'no newline '
  write (*, '(a)') 'continued'
  write (*, '(1x, a, t20, a)') 'left', 'tabbed'
  write (s, '(f8.3)') 2.71828
  print '(a)', s
  print '(2i5)', [1, 2, 3, 4]
  print *, 1_1, 2_2, 3_8
  print *, [1.5, 2.5], 1d0
  print *, 'a', 'b', 1, 'c'
  print *, 1e-10, 1e10, 123456789.0, 0.1, 1e6, 9999999.0
  print *, 1d-10, 1d16, 1d17, 1d18, 123456789d0
  print *, .true., .false.
  print *
  print *, huge(1.0), tiny(1d0), -0.0
  write (*, '(f5.1, f6.0, f3.3)') 99999.0, 0.5, 0.25
  write (*, '(sp, i5, f8.2, ss, i5)') 5, 2.5, 5
  write (*, '(i5.3, i3, i2)') 7, 12345, -9
  write (*, "('quoted ''inner''', 1x, i3)") 9
end program
