C     11.10: DO loops: trip counts, real and double control variables, steps, values afterwards, ranges that are left.
      PROGRAM LOOPS
      DOUBLE PRECISION D
      DO 10 I = 1, 3
   10 PRINT *, I
      PRINT *, 'AFTER', I
      DO 20 I = 5, 1, -2
   20 CONTINUE
      PRINT *, I
      DO 30 I = 3, 1
      PRINT *, 'NEVER'
   30 CONTINUE
      PRINT *, I
      N = 0
      DO 40 X = 0.0, 1.0, 0.25
   40 N = N + 1
      PRINT *, N, X
      N = 0
      DO 50 D = 1D0, -1D0, -0.5D0
   50 N = N + 1
      PRINT *, N, D
      N = 0
      DO 60 X = 1, 10
   60 N = N + 1
      PRINT *, N, X
      M = 4
      K = 0
      DO 70 I = 1, M
      M = 10
      K = K + I
   70 CONTINUE
      PRINT *, K, M, I
      DO 80 I = 1, 3
      DO 80 J = I, 3
      DO 80 K = J, 3
   80 N = N + 1
      PRINT *, N, I, J, K
      DO 90, I = 1, 10
      IF (I .EQ. 4) GO TO 95
   90 CONTINUE
   95 PRINT *, I
      DO 97 I = 1.9, 4.9
   97 CONTINUE
      PRINT *, I
      J = 0
      DO 99 I = 1, 5
      IF (MOD(I,2) .EQ. 0) GO TO 99
      J = J + I
   99 IF (I .EQ. 3) J = J + 100
      PRINT *, J
      DO 110 I = 2147483646, 2147483647
      N = I
  110 IF (I .EQ. 2147483647) GO TO 120
  120 PRINT *, N
      DO 130 I = -3, -1
  130 WRITE (*, '(I4)') I
      END
