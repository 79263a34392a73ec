C     11.11 to 11.13: PAUSE goes on when it is told to; STOP with a number ends with that status.
      PROGRAM STOPS
      PRINT *, 'BEFORE'
      PAUSE
      PRINT *, 'AFTER ONE'
      PAUSE 7
      PRINT *, 'AFTER TWO'
      PAUSE 'TEXT'
      I = 1
      IF (I .EQ. 1) STOP 3
      PRINT *, 'NOT HERE'
      END
