C     13.5.9.2.5: complex numbers take two descriptors, in formats and in lists.
      PROGRAM CPLX
      COMPLEX Z(3), W
      DATA Z /(1.,2.), (-3.5,0.25), (0.,-1E10)/
      WRITE (*, 10) Z
   10 FORMAT (2F8.3, E12.4, F8.3, 2G12.4)
      WRITE (*, 20) Z(1), Z(2)
   20 FORMAT (' (', F5.1, ',', F5.1, ')')
      WRITE (*, '(1X, 1P, 2E12.3)') Z
      READ (*, 30) W
   30 FORMAT (F4.1, 1X, E8.2)
      PRINT *, W
      READ (*, *) W, Z(1)
      PRINT *, W, Z(1)
      WRITE (*, *) (Z(I), I = 3, 1, -1), REAL(W), AIMAG(W)
      END
