C     Table 5: conversion, truncation, rounding, remainders, signs, maxima, generic and specific names.
      PROGRAM INTRI
      DOUBLE PRECISION D
      COMPLEX C
      D = -2.5D0
      C = (3., -4.)
      PRINT *, INT(2.9), INT(-2.9), INT(D), INT(C), IFIX(3.7), 
     +  IDINT(-3.7D0)
      PRINT *, REAL(3), REAL(D), REAL(C), FLOAT(7), SNGL(1D0/3)
      PRINT *, DBLE(3), DBLE(1.5), DBLE(C)
      PRINT *, CMPLX(1), CMPLX(1.5, 2), CMPLX(D), CMPLX(1, 2)
      PRINT *, ICHAR('0'), CHAR(65), CHAR(ICHAR('z'))
      PRINT *, AINT(2.7), AINT(-2.7), DINT(-2.7D0)
      PRINT *, ANINT(2.5), ANINT(-2.5), DNINT(2.4D0), NINT(2.5), 
     +  NINT(-3.5), IDNINT(-0.5D0)
      PRINT *, IABS(-3), ABS(-3.5), DABS(D), CABS(C), ABS(C), ABS(-7)
      PRINT *, MOD(7,3), MOD(-7,3), MOD(7,-3), AMOD(7.5,2.), 
     +  DMOD(-7.5D0,2D0)
      PRINT *, ISIGN(3,-1), SIGN(3.,-0.5), DSIGN(D,1D0), SIGN(-5,2)
      PRINT *, IDIM(5,3), IDIM(3,5), DIM(2.5,1.), DDIM(1D0,2D0), 
     +  DPROD(1.5,2.)
      PRINT *, MAX0(1,5,3), AMAX1(1.,2.5), DMAX1(1D0,2D0,-3D0), MAX(2,
     +  7), AMAX0(1,2), MAX1(1.5,2.9)
      PRINT *, MIN0(1,5,3), AMIN1(1.,2.5), DMIN1(1D0,2D0,-3D0), MIN(2.,
     +  7.), AMIN0(1,2), MIN1(1.5,2.9)
      PRINT *, LEN('ABC'), INDEX('BANANA','NA'), INDEX('ABC','X'), 
     +  INDEX('ABC','')
      PRINT *, AIMAG(C), CONJG(C)
      END
