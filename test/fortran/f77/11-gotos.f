      PROGRAM GOTOS
      INTEGER I, J, K, L
C     ARITHMETIC IF
      DO 10 I = -1, 1
      IF (I) 1, 2, 3
    1 PRINT *, 'NEGATIVE', I
      GO TO 10
    2 PRINT *, 'ZERO', I
      GO TO 10
    3 PRINT *, 'POSITIVE', I
   10 CONTINUE
C     COMPUTED GOTO
      DO 20 I = 0, 4
      GO TO (11, 12, 13), I
      PRINT *, 'FALL THROUGH', I
      GO TO 20
   11 PRINT *, 'ONE'
      GO TO 20
   12 PRINT *, 'TWO'
      GOTO 20
   13 PRINT *, 'THREE'
   20 CONTINUE
C     ASSIGNED GOTO
      ASSIGN 30 TO L
      GO TO L
      PRINT *, 'NOT HERE'
   30 ASSIGN 40 TO L
      GO TO L, (30, 40)
   40 PRINT *, 'AT 40'
C     ASSIGNED FORMAT
      ASSIGN 50 TO K
      WRITE (6, K) 5
   50 FORMAT (' K = ', I3)
C     LOGICAL IF AND NESTED DO WITH ONE TERMINAL STATEMENT
      J = 0
      DO 60 I = 1, 3
      DO 60 K = 1, 3
      IF (I .EQ. K) GO TO 60
      J = J + I * K
   60 CONTINUE
      PRINT *, 'J', J, I, K
      DO 70 I = 10, 1, -3
   70 J = J + I
      PRINT *, J, I
      DO 80 I = 5, 1
   80 J = 0
      PRINT *, J, I
      DO 90 X = 0.0, 1.0, 0.25
   90 PRINT *, X
      STOP
      END
