C     13.6: list-directed reading: null values, repeat counts of values and nulls, slashes, strings over records, complex.
      PROGRAM NULLS
      INTEGER K(6)
      REAL X(4)
      DOUBLE PRECISION D
      COMPLEX Z(2)
      LOGICAL L(4)
      CHARACTER*8 S(4)
      DO 10 I = 1, 5
        DO 5 J = 1, 6
    5   K(J) = -J
        READ (*, *) K
   10 PRINT *, K
      DATA X /4*9./
      READ *, X
      PRINT *, X
      READ *, X(1), D, X(2)
      PRINT *, X(1), D, X(2)
      READ *, Z
      PRINT *, Z
      READ *, L
      PRINT *, L
      S(2) = 'KEPT'
      READ *, S
      PRINT *, S
      READ *, S(1), N, S(2)
      PRINT *, S(1), N, S(2)
      READ (*, *) (K(I), X(I), I = 1, 3)
      PRINT *, (K(I), X(I), I = 1, 3)
      READ *, N
      READ *, M
      PRINT *, N, M
      READ *
      READ *, N
      PRINT *, N
      READ (*, *, END=20) N
      PRINT *, 'MORE', N
   20 PRINT *, 'END'
      END
