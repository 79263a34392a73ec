      PROGRAM STFUN
      REAL A, B, HYP, SQ
      INTEGER IADD
      DOUBLE PRECISION DBLF, DX
      CHARACTER*3 S, T*5
      LOGICAL BETW
      SQ(X) = X * X
      HYP(A, B) = SQRT(SQ(A) + SQ(B))
      IADD(I, J) = I + J + K
      DBLF(DX) = DX / 3
      BETW(I, J, L) = I .LE. J .AND. J .LE. L
      K = 100
      PRINT *, SQ(3.0), HYP(3.0, 4.0), IADD(1, 2)
      K = 200
      PRINT *, IADD(IADD(1, 2), 3), DBLF(1.0D0)
      PRINT *, BETW(1, 2, 3), BETW(3, 2, 1)
      S = 'ABCDEF'
      T = S // 'XY'
      PRINT *, S, T, LEN(T), INDEX(T, 'X')
      END
