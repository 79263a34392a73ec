C     15.7: ENTRY with its own arguments, arrays with adjustable bounds, functions of several types.
      PROGRAM ENTR
      REAL V(4)
      DOUBLE PRECISION DSUM
      INTEGER NSUM
      LOGICAL LBIG
      DATA V /1., 2., 3., 4./
      PRINT *, RSUM(V, 4), RMAX(V, 2, 3)
      CALL SETUP (10)
      CALL BUMP (V, 4, 2.0)
      PRINT *, V
      CALL TOTAL (T)
      PRINT *, T
      END
      REAL FUNCTION RSUM (A, N)
      REAL A(N)
      RSUM = 0
      DO 1 I = 1, N
    1 RSUM = RSUM + A(I)
      RETURN
      ENTRY RMAX (A, M, N)
      RMAX = A(M)
      DO 2 I = M, N
    2 RMAX = MAX(RMAX, A(I))
      END
      SUBROUTINE SETUP (K)
      REAL X(*)
      SAVE L, S
      DATA S /0./
      L = K
      RETURN
      ENTRY BUMP (X, N, F)
      DO 1 I = 1, N
      X(I) = X(I)*F + L
    1 S = S + X(I)
      RETURN
      ENTRY TOTAL (R)
      R = S
      END
