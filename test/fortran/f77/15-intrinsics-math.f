C     Table 5: roots, exponentials, logarithms, trigonometric and hyperbolic functions.
      PROGRAM MATHS
      DOUBLE PRECISION D
      COMPLEX C
      D = 0.5D0
      C = (0.6, -0.8)
      WRITE (*, 10) SQRT(2.), DSQRT(2D0), CSQRT(C), SQRT(D)
      WRITE (*, 10) EXP(1.), DEXP(1D0), CEXP(C)
      WRITE (*, 10) ALOG(2.), DLOG(2D0), CLOG(C), LOG(D)
      WRITE (*, 10) ALOG10(2.), DLOG10(2D0), LOG10(1000.)
      WRITE (*, 10) SIN(1.), DSIN(1D0), CSIN(C)
      WRITE (*, 10) COS(1.), DCOS(1D0), CCOS(C)
      WRITE (*, 10) TAN(1.), DTAN(1D0)
      WRITE (*, 10) ASIN(.5), DASIN(D), ACOS(.5), DACOS(D)
      WRITE (*, 10) ATAN(1.), DATAN(1D0), ATAN2(1.,-1.), DATAN2(-1D0,
     +  -1D0)
      WRITE (*, 10) SINH(1.), DSINH(1D0), COSH(1.), DCOSH(1D0)
      WRITE (*, 10) TANH(1.), DTANH(1D0)
   10 FORMAT (1X, 6F11.4)
      END
