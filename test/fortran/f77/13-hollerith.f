      PROGRAM RDWR
      INTEGER I, J, K
      REAL X, Y
      CHARACTER*10 S
      CHARACTER*40 LINE
      LOGICAL L
      OPEN (UNIT=10, STATUS='SCRATCH', FORM='FORMATTED')
      WRITE (10, 10) 1, 2.5, 'TEN'
      WRITE (10, 10) 3, -4.5, 'ELEVEN'
   10 FORMAT (I4, F8.3, A10)
      REWIND 10
      READ (10, 10) I, X, S
      PRINT *, I, X, S
      READ (10, 10, END=90) I, X, S
      PRINT *, I, X, S
      BACKSPACE 10
      READ (10, '(A)') LINE
      PRINT *, LINE
      READ (10, 10, END=20) I
      PRINT *, 'NO END?'
   20 PRINT *, 'END OF FILE'
      CLOSE (10)
      OPEN (11, STATUS='SCRATCH', FORM='UNFORMATTED')
      WRITE (11) 1, 2, 3.5
      WRITE (11) (K, K = 1, 5)
      REWIND 11
      READ (11) I, J, Y
      PRINT *, I, J, Y
      READ (11) I, J
      PRINT *, I, J
      CLOSE (11)
      OPEN (12, ACCESS='DIRECT', RECL=20, STATUS='SCRATCH',
     1      FORM='FORMATTED')
      DO 30 I = 1, 5
   30 WRITE (12, '(I5, A)', REC=I) I * 11, 'REC'
      READ (12, '(I5, A)', REC=3) I, S
      PRINT *, I, S
      CLOSE (12)
      LINE = ' 12 3.75 T ''QUOTED'' '
      READ (LINE, *) I, X, L, S
      PRINT *, I, X, L, S
      WRITE (LINE, '(I3, F6.2)') 7, 2.25
      PRINT *, LINE
      READ (LINE, '(BN, I3, F6.2)') J, Y
      PRINT *, J, Y
      INQUIRE (UNIT=12, OPENED=L)
      PRINT *, L
   90 END
