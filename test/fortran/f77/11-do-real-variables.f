C     11.10: DO with real and double precision variables, iteration counts, zero trips, values afterwards.
      PROGRAM DOREAL
      DOUBLE PRECISION D, S
      INTEGER N
      REAL X, Y, A, B
      N = 0
      DO 10 X = 0.0, 1.0, 0.25
        N = N + 1
   10 CONTINUE
      WRITE (*, 100) 'QUARTERS', N, X
      N = 0
      DO 20 X = 3.5, 1.0, -0.5
   20 N = N + 1
      WRITE (*, 100) 'DOWN', N, X
      N = 0
      DO 30 Y = 2.0, 1.0
   30 N = N + 1
      WRITE (*, 100) 'NEVER', N, Y
      S = 0D0
      DO 40, D = -1D0, 1, 0.125D0
   40 S = S + D*D
      WRITE (*, 110) S, D
C     The bounds are converted to the type of the variable; changing them inside has no effect.
      A = 1.75
      B = 8.5
      N = 0
      DO 50 I = A, B, 2.9
        N = N + I
        A = 100.
        B = -100.
   50 CONTINUE
      PRINT *, N, I, A, B
      N = 0
      DO 60 X = 1, 7/2, 1/1
   60 N = N + 1
      PRINT *, N, X
C     Leaving a DO keeps the variable; starting the DO again resets it.
      DO 80 K = 1, 2
        DO 70 X = 0.5, 10.0*K, 1.5
          IF (X*X .GT. 20.) GO TO 75
   70   CONTINUE
   75   PRINT *, 'LEFT', K, X
   80 CONTINUE
      DO 90 X = 5., 5.
   90 PRINT *, 'ONCE', X
      PRINT *, X
      DO 95 I = -1, -7, -3
      DO 95 J = I, I + 1
   95 PRINT *, I, J
      PRINT *, I, J
  100 FORMAT (1X, A, T12, I4, F8.3)
  110 FORMAT (1X, 2F10.5)
      END
