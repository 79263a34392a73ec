C     12.3 and 12.10.1: several units at once, variables as units, reconnecting, UNIT= in every place.
      PROGRAM UNITS
      CHARACTER*10 S
      DO 10 I = 41, 44
      OPEN (UNIT = I, STATUS = 'SCRATCH')
   10 WRITE (I, '(A, I3)') 'UNIT', I
      DO 20 I = 44, 41, -1
      REWIND I
      READ (UNIT = I, FMT = '(A)') S
   20 PRINT *, S
      N = 42
      WRITE (N, *) 'MORE'
      REWIND (UNIT = N)
      READ (N, '(A)') S
      READ (N, '(A)', END = 30) S
      PRINT *, S
   30 CLOSE (N)
      OPEN (N, FILE = 'AGAIN')
      WRITE (FMT = '(I5)', UNIT = N) 7
      CLOSE (N)
      OPEN (43, FILE = 'AGAIN')
      READ (43, '(I5)') K
      PRINT *, K
      CLOSE (43, STATUS = 'DELETE')
      END
