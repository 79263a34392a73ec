C     12.8, 12.10: scratch and direct files, BACKSPACE over several records, ENDFILE, REWIND, reading past the end, INQUIRE.
      PROGRAM FILES
      INTEGER K, V(3), IOS, NR, RL
      LOGICAL EX, OP, NM
      CHARACTER LINE*20, ACC*10, FRM*12, SEQ*8, DIR*8, BL*5
      OPEN (10, STATUS='SCRATCH')
      DO 10 I = 1, 6
   10 WRITE (10, '(A, I2, F6.2)') 'REC', I, I*1.25
      BACKSPACE 10
      READ (10, '(A)') LINE
      PRINT *, LINE
      BACKSPACE 10
      BACKSPACE (UNIT=10)
      BACKSPACE 10
      READ (10, '(3X, I2, F6.2)') K, X
      PRINT *, K, X
      WRITE (10, '(A)') 'NEW FIFTH'
      REWIND 10
      N = 0
   20 READ (10, '(A)', END=30) LINE
      N = N + 1
      GO TO 20
   30 PRINT *, N, ' ', LINE
      BACKSPACE 10
      BACKSPACE 10
      READ (10, '(A)') LINE
      PRINT *, LINE
      REWIND 10
      WRITE (10, '(A)') 'ONE', 'TWO'
      ENDFILE 10
      REWIND 10
      READ (10, '(A)', IOSTAT=IOS) LINE, LINE, LINE
      PRINT *, IOS .LT. 0
      CLOSE (10)
      OPEN (11, STATUS='SCRATCH', ACCESS='DIRECT', RECL=24,
     +  FORM='FORMATTED')
      DO 40 I = 5, 1, -1
   40 WRITE (11, '(3I4)', REC=I) I, I*I, -I
      READ (11, '(3I4)', REC=3) V
      PRINT *, V
      INQUIRE (11, NEXTREC=NR, RECL=RL, EXIST=EX, OPENED=OP, NAMED=NM)
      PRINT *, NR, RL, EX, OP, NM
      WRITE (11, '(A4/A4)', REC=2) 'TWO', 'NEXT'
      READ (11, '(A)', REC=3) LINE
      PRINT *, LINE, '|'
      READ (11, '(I4)', REC=9, ERR=50) K
      PRINT *, 'NO ERROR'
   50 CLOSE (11)
      OPEN (12, STATUS='SCRATCH', FORM='UNFORMATTED')
      WRITE (12) 1, 2.5, 'ABC', .TRUE.
      WRITE (12) (I, I = 1, 5)
      WRITE (12)
      WRITE (12) (1., -1.), 3D0
      REWIND 12
      READ (12) K, X
      READ (12) V(1), V(3)
      PRINT *, K, X, V(1), V(3)
      BACKSPACE 12
      READ (12) V
      READ (12)
      READ (12) Y, Z
      PRINT *, V, Y, Z
      READ (12, IOSTAT=IOS) K
      PRINT *, IOS .LT. 0
      INQUIRE (12, ACCESS=ACC, FORM=FRM, SEQUENTIAL=SEQ, DIRECT=DIR,
     +  NUMBER=K)
      PRINT *, ACC, FRM, SEQ, DIR, K
      CLOSE (12, STATUS='DELETE')
      INQUIRE (12, OPENED=OP)
      OPEN (13, FILE='some.txt', STATUS='NEW', BLANK='ZERO')
      INQUIRE (13, BLANK=BL, NAME=LINE, NAMED=NM)
      PRINT *, OP, BL, NM, ' ', LINE
      WRITE (13, '(A)') ' 1 2'
      REWIND 13
      READ (13, '(I4)') K
      CLOSE (13)
      INQUIRE (FILE='some.txt', EXIST=EX, OPENED=OP, NUMBER=N)
      PRINT *, K, EX, OP, N
      OPEN (13, FILE='some.txt', STATUS='OLD')
      READ (13, '(I4)') K
      CLOSE (13, STATUS='DELETE')
      INQUIRE (FILE='some.txt', EXIST=EX)
      PRINT *, K, EX
      END
