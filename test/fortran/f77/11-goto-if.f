C     11.1 to 11.9: GO TO, computed and assigned GO TO, arithmetic IF, logical IF, block IF.
      PROGRAM JUMPS
      INTEGER L
      DO 100 I = -1, 5
      GO TO (10, 20, 30, 20), I
      PRINT *, I, 'OUT OF RANGE'
      GO TO 90
   10 PRINT *, I, 'TEN'
      GO TO 90
   20 PRINT *, I, 'TWENTY'
      GO TO 90
   30 PRINT *, I, 'THIRTY'
   90 CONTINUE
  100 CONTINUE
      DO 200 I = -1, 1
      IF (I) 110, 120, 130
  110 PRINT *, 'NEGATIVE'
      GO TO 200
  120 PRINT *, 'ZERO'
      GO TO 200
  130 PRINT *, 'POSITIVE'
  200 CONTINUE
      X = 0.5
      IF (X - 0.5) 210, 220, 210
  210 PRINT *, 'NOT EQUAL'
  220 PRINT *, 'EQUAL'
      IF (1D-300) 230, 230, 240
  230 PRINT *, 'SMALL'
  240 IF (X .GT. 0) GO TO 250
      PRINT *, 'NOT HERE'
  250 DO 300 I = 1, 4
      IF (I .EQ. 1) THEN
        PRINT *, 'ONE'
      ELSE IF (I .EQ. 2) THEN
        IF (X .GT. 1) THEN
          PRINT *, 'BIG'
        ELSE
          PRINT *, 'TWO'
        END IF
      ELSEIF (I .EQ. 3) THEN
      ELSE
        PRINT *, 'ELSE', I
      ENDIF
  300 CONTINUE
      K = 0
  310 K = K + 1
      ASSIGN 310 TO L
      IF (K .GE. 3) ASSIGN 320 TO L
      GO TO L (310, 320)
  320 PRINT *, K
      GO TO (1, 2, 3) K - 1
    1 PRINT *, 1
    2 PRINT *, 2
    3 PRINT *, 3
      END
