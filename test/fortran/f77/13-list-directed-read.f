C     13.6.1: list-directed input: separators, repeats, null values, slashes, strings and complex numbers over lines.
      PROGRAM LREAD
      INTEGER I(8)
      REAL X(4)
      DOUBLE PRECISION D
      COMPLEX C, E
      LOGICAL L(4)
      CHARACTER*12 S, T
      DO 5 K = 1, 8
    5 I(K) = -K
      READ (*, *) I(1), I(2), I(3), I(4)
      PRINT *, (I(K), K = 1, 4)
      READ (*, *) I
      PRINT *, I
      READ (*, *) X
      PRINT *, X
      READ (*, *) X, D
      PRINT *, X, D
      READ (*, *) C, E
      PRINT *, C, E
      READ (*, *) L
      PRINT *, L
      READ (*, *) S, T
      PRINT *, S, T
      READ (*, *) S, K
      PRINT *, S, K
      READ (*, *) I(1), S, X(1)
      PRINT *, I(1), S, X(1)
      READ (*, *)
      READ (*, *) K
      PRINT *, K
      READ (*, *, END = 10) K, M
      PRINT *, 'NOT HERE'
   10 PRINT *, K
      END
