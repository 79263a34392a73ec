C     12.2.4.2 and 12.10: direct access, formatted and not, records in any order.
      PROGRAM DIRECT
      INTEGER A(4)
      CHARACTER*12 S
      LOGICAL EX, OP
      OPEN (20, ACCESS = 'DIRECT', RECL = 16, STATUS = 'SCRATCH')
      DO 10 I = 5, 1, -1
      DO 5 J = 1, 4
    5 A(J) = 100*I + J
   10 WRITE (20, REC = I) A
      READ (20, REC = 3) A
      PRINT *, A
      READ (20, REC = 5) J
      PRINT *, J
      WRITE (20, REC = 3) 1, 2
      READ (20, REC = 3) J, K
      PRINT *, J, K
      READ (20, REC = 9, IOSTAT = IOS) J
      PRINT *, IOS .GT. 0
      READ (20, REC = 9, ERR = 20) J
      PRINT *, 'NOT HERE'
   20 INQUIRE (20, NEXTREC = N, RECL = L, OPENED = OP)
      PRINT *, L, OP
      CLOSE (20)
      OPEN (21, ACCESS = 'DIRECT', FORM = 'FORMATTED', RECL = 12, 
     +  STATUS = 'SCRATCH')
      DO 30 I = 1, 4
   30 WRITE (21, '(I3, F6.2)', REC = I) I, I/2.
      DO 40 I = 4, 1, -2
      READ (21, '(A)', REC = I) S
   40 PRINT *, S, '|'
      WRITE (21, '(I2/I2)', REC = 2) 77, 88
      READ (21, '(A/A)', REC = 2) S
      PRINT *, S, '|'
      READ (21, '(I3)', REC = 3) I
      PRINT *, I
      INQUIRE (21, NEXTREC = N)
      PRINT *, N
      CLOSE (21)
      END
