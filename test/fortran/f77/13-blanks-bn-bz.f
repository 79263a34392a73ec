C     13.5.8: BN, BZ and BLANK=: blanks inside, before and after numbers of every kind.
      PROGRAM BLANKS
      CHARACTER*12 S
      S = ' 1 2 3 '
      READ (S, '(BN, I7)') I
      READ (S, '(BZ, I7)') J
      READ (S, '(BN, F7.1)') X
      READ (S, '(BZ, F7.1)') Y
      PRINT *, I, J, X, Y
      S = '1 .5E 1'
      READ (S, '(BN, E7.0)') X
      READ (S, '(BZ, F4.0)') Y
      PRINT *, X, Y
      OPEN (7, STATUS = 'SCRATCH', BLANK = 'ZERO')
      WRITE (7, '(A)') '1 2 ', '3 4 '
      REWIND 7
      READ (7, '(I4)') I
      READ (7, '(BN, I4)') J
      PRINT *, I, J
      CLOSE (7)
      OPEN (7, STATUS = 'SCRATCH', BLANK = 'NULL')
      WRITE (7, '(A)') '1 2 '
      REWIND 7
      READ (7, '(I4)') I
      PRINT *, I
      END
