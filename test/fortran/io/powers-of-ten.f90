! G editing next to powers of ten: the field that is used, in all rounding modes.
program powers_of_ten
  implicit none
  integer :: i
  real(8) :: v(9) = [0.995d0, 9.95d0, 99.5d0, 0.0995d0, 0.0949999999999999d0, 0.985d0, 9.85d0, 1d0, 0.999d0]
  character(*), parameter :: two = '(G12.2, "|", RC, G12.2, "|", RN, G12.2, "|", RU, G12.2, "|", RD, G12.2, "|", RZ, G12.2)'
  character(*), parameter :: one = '(G12.1, "|", RC, G12.1, "|", RN, G12.1, "|", RU, G12.1, "|", RD, G12.1, "|", RZ, G12.1)'
  do i = 1, size(v)
    write (*, two) v(i), v(i), v(i), v(i), v(i), v(i)
    write (*, two) -v(i), -v(i), -v(i), -v(i), -v(i), -v(i)
    write (*, one) v(i), v(i), v(i), v(i), v(i), v(i)
    write (*, two) real([v(i), v(i), v(i), v(i), v(i), v(i)])
    write (*, one) real([v(i), v(i), v(i), v(i), v(i), v(i)])
  end do
  write (*, '(RD, G12.2, G12.2, G12.4)') -99.99d0, -9.99, -99.9999d0
end program
