C     6.1, 15.10: integer division, MOD, SIGN, DIM, ABS, MAX and MIN by their specific names, powers, precedence.
      PROGRAM INTAR
      INTEGER A(4), B(4), I, J
      DOUBLE PRECISION DDIM, DPROD
      DATA A /7, -7, 7, -7/, B /2, 2, -2, -2/
      DO 10 I = 1, 4
   10 PRINT 100, A(I), B(I), A(I)/B(I), MOD(A(I), B(I)), ISIGN(A(I),
     +  B(I)), IDIM(A(I), B(I)), -A(I)/B(I)
      PRINT *, 2*3/4, 2/4*3, 3/4*2, 1/3+1/3+1/3, 8/3*3, -5/3, (-5)/3
      PRINT *, 2**3**2, (2**3)**2, -2**2, (-2)**3, 2**(-1), 1**(-5),
     +  (-1)**(-3), 0**0
      PRINT *, 10 - 4 - 3, 100/10/5, 2 + 3*4 - 5, -3 + 5, 3*(-2)
      PRINT *, AMOD(7.5, 2.), AMOD(-7.5, 2.), DMOD(7.5D0, -2D0),
     +  MOD(-1, 5)
      PRINT *, SIGN(2., -1.), DSIGN(-2D0, 1D0), SIGN(3, 0), SIGN(-3.,
     +  0.)
      PRINT *, DIM(3., 1.5), DIM(1.5, 3.), DDIM(5D0, 2D0), DPROD(3.,
     +  1.5)
      PRINT *, MAX0(3, -1, 7), AMAX1(1.5, 2.5), DMAX1(1D0, -1D0),
     +  AMAX0(3, 4), MAX1(2.9, 1.1)
      PRINT *, MIN0(3, -1, 7), AMIN1(1.5, 2.5), DMIN1(1D0, -1D0),
     +  AMIN0(3, 4), MIN1(2.9, 1.1)
      PRINT *, IABS(-4), ABS(-2.5), DABS(-3D0), CABS((3., -4.))
      PRINT *, INT(2.9), INT(-2.9), IFIX(3.7), IDINT(-8.9D0),
     +  INT((4.6, 9.)), NINT(2.5), NINT(-2.5), IDNINT(1.4999D0)
      PRINT *, AINT(-2.7), DINT(2.7D0), ANINT(2.5),
     +  DNINT(-0.5000001D0), FLOAT(3), SNGL(1.5D0), DBLE(3), REAL(7)
      J = 0
      DO 20 I = -9, 9, 3
   20 J = J*3 + MOD(I, 4)
      PRINT *, J
      I = 2147483647
      PRINT *, I, -I - 1, I/2, MOD(I, 10), I - I/10*10
  100 FORMAT (1X, 7I5)
      END
