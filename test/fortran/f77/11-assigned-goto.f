C     10.3 and 11.3: ASSIGN and assigned GO TO, with lists and without, as subroutines inside a unit.
      PROGRAM ASGN
      INTEGER BACK, NEXT
      N = 0
      ASSIGN 10 TO BACK
      GO TO 100
   10 ASSIGN 20 TO BACK
      GO TO 100
   20 ASSIGN 30 TO BACK
      GO TO 100
   30 PRINT *, N
      DO 60 I = 1, 3
      IF (I .EQ. 1) ASSIGN 40 TO NEXT
      IF (I .EQ. 2) ASSIGN 50 TO NEXT
      GO TO NEXT (40, 50)
   40 PRINT *, I, 'FORTY'
      GO TO 60
   50 PRINT *, I, 'FIFTY'
   60 CONTINUE
      STOP
  100 N = N*10 + 1
      GO TO BACK
      END
