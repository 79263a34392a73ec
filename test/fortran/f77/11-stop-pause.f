C     11.11 to 11.13: PAUSE continues on request; STOP with a number exits with that status.
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
