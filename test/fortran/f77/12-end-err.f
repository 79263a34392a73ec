C     12.7: the possible ends of a transfer: END=, ERR=, IOSTAT=, alone and together, inside loops.
      PROGRAM ENDS
      OPEN (9, STATUS = 'SCRATCH')
      WRITE (9, '(A)') '1', '2', 'X', '4'
      REWIND 9
      NERR = 0
   10 READ (9, '(I1)', END = 30, ERR = 20) N
      PRINT *, 'GOT', N
      GO TO 10
   20 NERR = NERR + 1
      GO TO 10
   30 PRINT *, 'END, ERRORS', NERR
      REWIND 9
      DO 40 I = 1, 9
      READ (9, '(I1)', IOSTAT = K) N
      IF (K) 50, 35, 38
   35 PRINT *, 'RECORD', N
      GO TO 40
   38 PRINT *, 'BAD RECORD'
   40 CONTINUE
   50 PRINT *, 'ENDED AT', I
      BACKSPACE 9
      WRITE (9, '(I2)', IOSTAT = K) 5
      PRINT *, K
      END
