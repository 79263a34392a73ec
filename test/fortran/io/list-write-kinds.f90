! List-directed output of every kind: widths and digits.
program list_write_kinds
  implicit none
  print *, 1_1, 1_2, 1_4, 1_8
  print *, -127_1, -32767_2, huge(1), huge(1_8)
  print *, 1.5, 1.5d0, 1.5_16
  print *, tiny(1.0), huge(1.0), epsilon(1.0)
  print *, tiny(1d0), huge(1d0), epsilon(1d0)
  print *, (1.0,2.0), (1d0,2d0)
  print *, .true._1, .false._2, .true., .false._8
  print *, 'a', 'bc', ' d '
  print *, [1, 2, 3], ['x', 'y'], [1.5, 2.5]
  print *, 1, 'a', 2, 'b', .true., 'c', 1.0, 'd'
  print *, 0.1, 0.10000001, 1e-1, 1e0, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10
  print *, 1d14, 1d15, 1d16, 1d17, 1d-1, 1d-2
  print *, -0.0, 0.0, -0d0
  print *, ''
  print *
end program
