C     11.6 to 11.9: deep nests of block IF and DO, jumps out of them, labels on every kind of statement.
      PROGRAM NESTS
      INTEGER K(4)
      N = 0
      DO 50 I = 1, 3
        DO 40 J = 1, 3
          IF (I .EQ. J) THEN
            IF (I .EQ. 2) THEN
              DO 10 L = 1, 10
                N = N + L
                IF (N .GT. 12) GO TO 20
   10         CONTINUE
   20         PRINT *, 'LEFT AT', L, N
            ELSE IF (I .EQ. 3) THEN
              GO TO 60
            ELSE
              PRINT *, 'ONE'
            END IF
          ELSE
   30       K(I) = I*J
          END IF
   40   CONTINUE
   50 CONTINUE
      PRINT *, 'NOT HERE'
   60 PRINT *, I, J, K(1), K(2)
      M = 0
   70 IF (M .LT. 3) THEN
        M = M + 1
        GO TO 70
      ENDIF
      PRINT *, M
      DO 90 I = 1, 2
      DO 90 J = 1, 2
      IF (J .EQ. 2) GOTO 90
   80 PRINT *, I, J
   90 CONTINUE
      END
