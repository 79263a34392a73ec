C     13.5.9.2: F, E, D and G editing, scale factors, exponents.
      PROGRAM FMTR
      DOUBLE PRECISION D
      REAL V(6)
      DATA V /0.0, 1.0, -2.5, 123.456, 0.00012345, 9876543.0/
      D = 3.14159265358979D0
      WRITE (*, 10) V
   10 FORMAT (6F12.4)
      WRITE (*, 20) V
   20 FORMAT (6E12.4)
      WRITE (*, 30) V
   30 FORMAT (6G13.4)
      WRITE (*, 40) V
   40 FORMAT (1P, 6E12.4)
      WRITE (*, 50) V
   50 FORMAT (2P, 3F12.2 / -1P, 3E12.4, 0P)
      WRITE (*, 60) D, D*1D10, D/1D10
   60 FORMAT (D20.12, 1PD20.12, 0PF20.12)
      WRITE (*, 70) 1.5, -1.5, 0.05
   70 FORMAT (F4.1, F4.1, F3.1)
      WRITE (*, 80) 99.99, -0.001, 1000.0
   80 FORMAT (F4.1, F6.2, F5.1)
      WRITE (*, 90) 1E10, 1E-10, 12.5
   90 FORMAT (E12.3E3, E12.3E4, G12.3E2)
      WRITE (*, 100) 0.5, 2.5, 3.5, -0.5
  100 FORMAT (4F5.0)
      WRITE (*, 110) 12.34, 12.34
  110 FORMAT (SP, F8.2, SS, F8.2)
      WRITE (*, 120) (1.0, 2.0), (-3.5, 4.25)
  120 FORMAT (2F8.3, ' +I* ', 1X, E10.2, G12.4)
      WRITE (*, 130) 0.1, 0.099999, 1.0, 999.95, 9999.5, 1E5
  130 FORMAT (6G11.4)
      WRITE (*, 140) 25.0, 25.0, 25.0
  140 FORMAT (1P, F8.2, G12.4, 3P, E12.4)
      END
