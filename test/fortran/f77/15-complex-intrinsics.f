C     6.1, 15.10: complex arithmetic, powers, comparison and intrinsic functions, double precision functions, identities.
      PROGRAM CPLX
      COMPLEX A, B, Z(3), POLY
      DOUBLE PRECISION X, Y
      LOGICAL NEAR, DNEAR
      COMPLEX W, V
      NEAR(W, V) = CABS(W - V) .LT. 1E-5*(1 + CABS(V))
      DNEAR(X, Y) = DABS(X - Y) .LE. 1D-14*(1 + DABS(Y))
      DATA Z /(1., 0.), (0., 1.), (3., 4.)/
      A = (1., 2.)
      B = (3., -1.)
      PRINT *, A + B, A - B, -A
      PRINT *, A*B, CONJG(A), A*CONJG(A)
      PRINT *, (5., 5.)/(1., 2.), A/2, 2*A
      PRINT *, A**2, A**3, A**0, (0., 2.)**(-1)
      PRINT *, A .EQ. (1., 2.), A .NE. B, REAL(A), AIMAG(B), CABS(Z(3))
      PRINT *, POLY(Z, 3, (1., 0.)), POLY(Z, 3, (0., 1.))
      PRINT *, NEAR(CSQRT((3., 4.)), (2., 1.)), NEAR(CSQRT((-4., 0.)),
     +  (0., 2.)), NEAR(CEXP((0., 0.)), (1., 0.))
      PRINT *, NEAR(CEXP(CLOG(B)), B), NEAR(CSIN(A)**2 + CCOS(A)**2,
     +  (1., 0.)), NEAR(CLOG((0., 1.)), (0., 1.570796))
      PRINT *, NEAR(CEXP((0., 3.1415927)), (-1., 0.)), NEAR(A**(2.,
     +  0.), A*A), NEAR(A**0.5, CSQRT(A))
      WRITE (*, 100) A, B, A*B
      WRITE (*, 110) (Z(I), I = 1, 3)
      X = 0.7D0
      PRINT *, DNEAR(DSIN(X)**2 + DCOS(X)**2, 1D0), DNEAR(DTAN(X),
     +  DSIN(X)/DCOS(X)), DNEAR(DEXP(DLOG(X)), X)
      PRINT *, DNEAR(DLOG10(1D3), 3D0), DNEAR(4*DATAN(1D0),
     +  DACOS(-1D0)), DNEAR(DASIN(1D0), DATAN2(1D0, 0D0))
      PRINT *, DNEAR(DCOSH(X)**2 - DSINH(X)**2, 1D0), DNEAR(DTANH(X),
     +  DSINH(X)/DCOSH(X)), DSQRT(2.25D0)
      PRINT *, DATAN2(0D0, 1D0), DNEAR(DATAN2(-1D0, -1D0),
     +  -3*DATAN(1D0)), ALOG10(100.), ALOG(1.), EXP(0.)
  100 FORMAT (1X, 3(F6.2, SP, F6.2, 'I', SS, :, ' ;'))
  110 FORMAT (1X, 2E12.4)
      END
      COMPLEX FUNCTION POLY(C, N, Z)
      COMPLEX C(*), Z
      POLY = C(N)
      DO 10 I = N - 1, 1, -1
   10 POLY = POLY*Z + C(I)
      END
