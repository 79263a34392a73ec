C     12.9.5.1: unformatted transfers of whole arrays, parts of records, all types in one record.
      PROGRAM UNFD
      INTEGER K(4)
      DOUBLE PRECISION D(2)
      COMPLEX C
      LOGICAL L
      CHARACTER*8 S
      OPEN (50, ACCESS = 'DIRECT', RECL = 64, STATUS = 'SCRATCH')
      DO 10 I = 1, 3
   10 WRITE (50, REC = I) I, I*0.5, I*1D0, CMPLX(I, -I), I.EQ.2, 'REC'
      DO 20 I = 3, 1, -1
      READ (50, REC = I) N, X, D(1), C, L, S(1:3)
   20 PRINT *, N, X, D(1), C, L, S(1:3)
      WRITE (50, REC = 2) (K(I), I = 1, 0)
      READ (50, REC = 1) N
      PRINT *, N
      K(1) = 1
      K(2) = 2
      K(3) = 3
      K(4) = 4
      WRITE (50, REC = 4) K, D
      READ (50, REC = 4) (K(I), I = 4, 1, -1)
      PRINT *, K
      INQUIRE (50, NEXTREC = N)
      PRINT *, N
      END
