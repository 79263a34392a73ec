C     6.1.4, 10.1: the type of mixed expressions, conversion on assignment, operands of powers, functions of many types.
      PROGRAM CONVS
      LOGICAL KIND4
      INTEGER I
      REAL R
      DOUBLE PRECISION D
      COMPLEX Z
      I = 3.99
      R = 7/2
      D = 1.5
      Z = 2
      PRINT *, I, R, D, Z
      I = -3.99D0
      R = I/2 + I/2.
      D = I
      Z = D
      PRINT *, I, R, D, Z
      I = (7.8, 3.)
      R = (2.5, 9.)
      D = (1.25, 1.)
      PRINT *, I, R, D
      PRINT *, 1 + 2.5, 1 + 2.5D0, 2.5 + 2.5D0, 1 + (1., 2.), 0.5*(2.,
     +  4.)
      PRINT *, 7/2*2., 7/2.*2, 7/(2*2.), 2.*7/2, 7/2 + .5D0
      PRINT *, 2**0.5 .GT. 1.41, 4.**(-1), 2D0**3, (1., 1.)**2, (0.,
     +  1.)**3, 2.**(2+1)
      PRINT *, KIND4(1.1D0), KIND4(1.5D0), 1.1 .EQ. 1.1D0,
     +  1.5 .EQ. 1.5D0
      PRINT *, REAL((1., 2.)) + AIMAG((1., 2.)), CMPLX(1),
     +  CMPLX(1.5D0, 2), CMPLX(3, 4.)
      PRINT *, 3 .LT. 3.5, 3D0 .GE. 3, (3., 0.) .EQ. 3, 2 .NE. (2., 1.)
      D = 1/3.
      PRINT 100, D
      D = 1/3D0
      PRINT 100, D
      D = 0.1
      PRINT 100, D
      R = 16777217
      PRINT 100, R
      I = 2.0**30 + 1
      PRINT *, I, INT(1D9 + 0.5D0), REAL(123456789)
      CALL ASSIGN(2.5)
  100 FORMAT (1X, F20.10)
      END
      LOGICAL FUNCTION KIND4(D)
      DOUBLE PRECISION D
      REAL R
      R = D
      KIND4 = R .EQ. D
      END
      SUBROUTINE ASSIGN(X)
      IMPLICIT INTEGER (A-H), DOUBLE PRECISION (O-Z)
      REAL X
      F = X*3
      Y = X*3
      K = Y
      Z = F/2
      PRINT *, F, Y, K, Z
      END
