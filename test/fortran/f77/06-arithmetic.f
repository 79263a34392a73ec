C     6.1: arithmetic expressions, precedence, integer division, mixed modes, exponents.
      PROGRAM ARITH
      DOUBLE PRECISION D
      COMPLEX C
      I = 7
      J = -3
      K = 2
      X = 1.5
      Y = -2.25
      D = 1D0/3D0
      C = (1.0, 2.0)
      PRINT *, I/J, I/K*K, I-I/K*K, -I/K, I**K, K**(-1), J**3, (-1)**J
      PRINT *, I+J*K, (I+J)*K, I-J-K, I/K/K, I*J/K, 2**K**K
      PRINT *, X+I, X*J, I/X, X**2, X**K, X**(-2), Y**3, 4.**.5
      PRINT *, -X**2, (-X)**2, X/Y, X-Y-K, +X
      PRINT *, D+I, D*X, D**2, I*D, D-1
      PRINT *, C+1, C*C, C*2.5, C/(0.,1.), C**2, -C, C-D
      PRINT *, I.EQ.7, X.GT.Y, C.EQ.(1.,2.), D.LT.X, I.NE.J
      PRINT *, 5/2*2.0, 5/2.0*2, 2*(5/2), 1/3+1/3+1/3, 1./3+1./3+1./3
      PRINT '(3F12.6)', 2.0**0.5, EXP(1.0)**2, 10.0**(-3)
      PRINT *, 2147483647-1+1, -2147483647-1
      END
