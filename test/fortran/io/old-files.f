      PROGRAM B1
      INTEGER I, J, IOS, NUM, NREC
      CHARACTER*20 FN, ACC, FRM
      LOGICAL EX, OP
      REAL X(5)
      OPEN (UNIT=7, FILE='DATA.TMP', STATUS='NEW', IOSTAT=IOS, ERR=900)
      PRINT *, IOS
      DO 10 I = 1, 3
   10 WRITE (7, 100) I, I * 1.5, 'LINE'
  100 FORMAT (I5, F10.3, 1X, A)
      ENDFILE 7
      REWIND 7
      INQUIRE (UNIT=7, EXIST=EX, OPENED=OP, NUMBER=NUM, NAME=FN,
     +  ACCESS=ACC, FORM=FRM)
      PRINT *, EX, OP, NUM, ACC, FRM
   20 READ (7, 100, END=30) J, X(1), ACC
      PRINT *, J, X(1), ACC
      GO TO 20
   30 PRINT *, 'DONE'
      CLOSE (7, STATUS='DELETE')
      OPEN (8, FILE='D.TMP', ACCESS='DIRECT', RECL=40, FORM='FORMATTED')
      WRITE (8, '(5F8.2)', REC=2) (FLOAT(I), I = 1, 5)
      WRITE (8, '(5F8.2)', REC=1) (FLOAT(-I), I = 1, 5)
      READ (8, '(5F8.2)', REC=2) X
      PRINT *, X
      INQUIRE (8, NEXTREC=NREC)
      PRINT *, NREC
      READ (8, '(F8.2)', REC=9, ERR=40) X(1)
      PRINT *, 'NO ERROR'
   40 CLOSE (8, STATUS='DELETE')
      OPEN (9, STATUS='SCRATCH', FORM='UNFORMATTED')
      WRITE (9) (I, I=1,3), 'ABC'
      WRITE (9) 4.5D0
      BACKSPACE 9
      BACKSPACE 9
      READ (9) I, J
      PRINT *, I, J
      READ (9) X(1), X(2)
      READ (9, END=50) I
   50 PRINT *, 'EOF'
      CLOSE (9)
      WRITE (*, '(1X, A, $)') 'PROMPT'
      WRITE (*, '(A)') ' REST'
      STOP
  900 PRINT *, 'OPEN ERROR', IOS
      END
