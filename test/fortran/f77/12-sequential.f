C     12.10.4: BACKSPACE, ENDFILE, REWIND, the record after the last, formatted and unformatted.
      PROGRAM SEQ
      DIMENSION X(3)
      CHARACTER*4 S
      OPEN (10, STATUS = 'SCRATCH')
      DO 10 I = 1, 5
   10 WRITE (10, 100) I, I*I
  100 FORMAT (2I4)
      ENDFILE 10
      REWIND 10
      N = 0
   20 READ (10, 100, END = 30) J, K
      N = N + K
      GO TO 20
   30 PRINT *, N
      BACKSPACE 10
      BACKSPACE 10
      READ (10, 100) J, K
      PRINT *, J, K
      BACKSPACE (10)
      BACKSPACE (UNIT = 10, IOSTAT = IOS)
      READ (10, 100) J, K
      PRINT *, J, K, IOS
      WRITE (10, 100) 8, 9
      REWIND (UNIT = 10, ERR = 90)
      DO 40 I = 1, 9
      READ (10, 100, IOSTAT = IOS) J, K
      IF (IOS .LT. 0) GO TO 50
   40 PRINT *, J, K
   50 PRINT *, 'RECORDS', I - 1
      CLOSE (10)
      OPEN (11, STATUS = 'SCRATCH', FORM = 'UNFORMATTED')
      WRITE (11) 1, 2.5, 'ABCD'
      WRITE (11) (I*1.5, I = 1, 3)
      WRITE (11)
      WRITE (11) .TRUE., 1D0, (1.,2.)
      REWIND 11
      READ (11) I, R, S
      PRINT *, I, R, S
      READ (11) X(1)
      READ (11)
      BACKSPACE 11
      BACKSPACE 11
      READ (11) X
      PRINT *, X
      READ (11)
      CALL REST (11)
      READ (11, END = 60)
      PRINT *, 'NOT HERE'
   60 PRINT *, 'END'
      CLOSE (11)
      STOP
   90 PRINT *, 'ERR'
      END
      SUBROUTINE REST (N)
      LOGICAL L
      DOUBLE PRECISION D
      COMPLEX C
      READ (N) L, D, C
      PRINT *, L, D, C
      END
