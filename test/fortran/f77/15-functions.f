C     15.1 to 15.5: intrinsic, statement and external functions, of every type, with every kind of argument.
      PROGRAM FUNCS
      REAL A, R
      INTEGER N
      DOUBLE PRECISION DF, D
      COMPLEX CF, Z
      LOGICAL LF, ODD
      CHARACTER*6 SF, TRIPLE*9, C*3, REV
      SQ(X) = X*X
      HYP(X,Y) = SQRT(SQ(X) + SQ(Y))
      ODD(N) = MOD(N,2) .NE. 0
      TRIPLE(C) = C//C//C
      SCALE(X) = X*FACTOR
      MIX(I,X) = I + X
      FACTOR = 2.5
      PRINT *, SQ(3.0), HYP(3.0, 4.0), ODD(7), ODD(8)
      PRINT *, TRIPLE('AB'), TRIPLE('LONGER'), SCALE(2.0), MIX(1, 2.9)
      FACTOR = 10
      PRINT *, SCALE(2.0), SQ(SQ(2.0)), HYP(SQ(1.), 0.)
      D = DF(2D0)
      Z = CF((1.,2.))
      PRINT *, D, Z, LF(1), LF(0), SF('XYZ'), REV('ABCDEF')
      PRINT *, NARGS(), IFACT(10), IFACT(0)
      END
      DOUBLE PRECISION FUNCTION DF (X)
      DOUBLE PRECISION X
      DF = X**3
      RETURN
      END
      COMPLEX FUNCTION CF (Z)
      COMPLEX Z
      CF = CONJG(Z)*(0,1)
      END
      LOGICAL FUNCTION LF (I)
      LF = I .EQ. 1
      IF (LF) RETURN
      LF = .FALSE.
      END
      CHARACTER*6 FUNCTION SF (C)
      CHARACTER*(*) C
      SF = C//C//C
      END
      CHARACTER*(*) FUNCTION REV (C)
      CHARACTER*(*) C
      DO 1 I = 1, LEN(C)
    1 REV(I:I) = C(LEN(C)+1-I:LEN(C)+1-I)
      END
      INTEGER FUNCTION NARGS()
      NARGS = 0
      END
      FUNCTION IFACT (N)
      IFACT = 1
      DO 1 I = 2, N
    1 IFACT = IFACT*I
      END
