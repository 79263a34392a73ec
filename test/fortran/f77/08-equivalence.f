      PROGRAM EQUIV
      INTEGER I(4), J(4), K
      REAL R, A(6), B(2,3)
      DOUBLE PRECISION D
      CHARACTER*4 C4
      CHARACTER*1 C1(4)
      EQUIVALENCE (I(3), J(1)), (R, K), (A(1), B(1,1)), (C4, C1(1))
      COMMON /BLK/ X(4)
      EQUIVALENCE (X(2), Y)
      DO 10 N = 1, 4
      J(N) = 10 * N
   10 I(N) = N
      PRINT *, I, J
      R = 1.0
      PRINT *, K
      K = K + 8388608
      PRINT *, R
      DO 20 N = 1, 6
   20 A(N) = N
      PRINT *, B(2,1), B(1,2), B(2,3)
      C4 = 'ABCD'
      C1(2) = 'x'
      PRINT *, C4, C1(4)
      Y = 2.5
      PRINT *, X(2)
      END
