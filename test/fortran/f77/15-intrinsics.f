      PROGRAM INTR
      REAL X
      DOUBLE PRECISION D
      COMPLEX C
      INTEGER I
      EXTERNAL FN
      INTRINSIC SIN, DSQRT, IABS
      X = -2.75
      D = 2.0D0
      C = CMPLX(3.0, 4.0)
      I = -9
      PRINT *, IABS(I), ABS(X), DABS(-D), CABS(C)
      PRINT *, INT(X), IFIX(X), IDINT(-3.9D0), NINT(X), IDNINT(2.5D0)
      PRINT *, FLOAT(I), SNGL(D), DBLE(X), REAL(C), AIMAG(C)
      PRINT *, AMOD(X, 2.0), MOD(I, 4), DMOD(7.5D0, 2D0)
      PRINT *, ISIGN(3, I), SIGN(3.0, X), DSIGN(D, -1D0)
      PRINT *, MAX0(1,2,3), AMAX1(1.0,2.0), AMAX0(1,2), MAX1(1.5,2.5)
      PRINT *, MIN0(1,2,3), AMIN1(1.0,2.0), AMIN0(1,2), MIN1(1.5,2.5)
      PRINT *, DMAX1(1D0, 2D0), DIM(3.0,1.0), IDIM(1,3), DPROD(2.0,3.)
      PRINT *, ALOG(2.0), ALOG10(100.0), DLOG(D), DEXP(D), CSQRT(C)
      PRINT *, CLOG(C), CEXP((0.0, 1.0)), CSIN(C), CCOS(C), CONJG(C)
      PRINT *, AINT(X), ANINT(X), DINT(-3.7D0), DNINT(3.5D0)
      PRINT *, LEN('HELLO'), INDEX('HELLO', 'L'), ICHAR('A'), CHAR(65)
      PRINT *, LGE('A','B'), LLT('A','B'), LLE('A','A'), LGT('B','A')
      CALL CALLER(SIN, 1.0)
      CALL CALLER(FN, 3.0)
      CALL DCALL(DSQRT, 16D0)
      PRINT *, (1.0, 2.0) * (3.0, -1.0), (1.0, 2.0) ** 2, 2 ** 3 ** 2
      PRINT *, -2 ** 2, 7 / 2 * 2, 1.0 / 3
      PRINT *, .NOT. .TRUE. .OR. .TRUE. .AND. .FALSE.
      END
      SUBROUTINE CALLER(F, X)
      EXTERNAL F
      REAL F
      PRINT *, F(X)
      END
      SUBROUTINE DCALL(F, X)
      DOUBLE PRECISION F, X
      EXTERNAL F
      PRINT *, F(X)
      END
      REAL FUNCTION FN(X)
      FN = X * 10
      END
