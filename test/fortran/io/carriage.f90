! Units 6 and 0: PRINT, and WRITE to *, to 6 and to output_unit, mixed.
program carriage
  use, intrinsic :: iso_fortran_env
  implicit none
  print '(a)', 'one'
  write (6, '(a)') 'two'
  write (output_unit, '(a)') 'three'
  write (*, '(a)') 'four'
  write (error_unit, '(a)') 'not on standard output'
  flush (6)
  print *, input_unit, output_unit, error_unit, iostat_end, iostat_eor
  print '(1h ,a)', 'hollerith'
end program
