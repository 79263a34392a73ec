C     6.1.4 and table 4: the types of mixed expressions, and digits lost in assignments.
      PROGRAM MIXED
      DOUBLE PRECISION D
      COMPLEX C
      D = 1D0/3
      C = (1.5, -0.5)
      I = 7
      R = 0.1
      PRINT *, I + R, I + D, R + D, I*C, R*C
      PRINT *, I/2, I/2., I/2D0, R**2, D**I, C**2
      PRINT *, R .EQ. 0.1D0, D .EQ. 1./3, I .EQ. 7., C .EQ. (1.5,-.5)
      I = D*10
      R = D
      PRINT *, I, R, INT(C), REAL(C + I)
      D = R
      C = D
      PRINT *, D, C
      D = 0.1
      PRINT *, D, DBLE(0.1), 0.1D0
      I = -7
      PRINT *, I/2, MOD(I, 2), I**3, -I**2, ABS(I)**0.5
      END
