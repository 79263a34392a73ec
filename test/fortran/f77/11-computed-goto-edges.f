C     11.2, 11.3: computed GOTO with indices out of range, repeated labels, expressions; assigned GOTO and FORMAT.
      PROGRAM CGOTO
      INTEGER L, F, I, COUNT(5)
      REAL R
      DATA COUNT /5*0/
      DO 60 I = -1, 6
        GO TO (10, 20, 10, 30), I
        COUNT(5) = COUNT(5) + 1
        GO TO 50
   10   COUNT(1) = COUNT(1) + 1
        GO TO 50
   20   COUNT(2) = COUNT(2) + 1
        GOTO 50
   30   COUNT(3) = COUNT(3) + 1
   50   CONTINUE
   60 CONTINUE
      PRINT *, COUNT
      R = 2.5
      GO TO (70, 80) INT(R)/2 + 1
      PRINT *, 'FELL'
   70 PRINT *, 'SEVENTY'
   80 PRINT *, 'EIGHTY'
      ASSIGN 110 TO L
      ASSIGN 900 TO F
      N = 0
  100 N = N + 1
      GO TO L, (110, 120, 130)
  110 WRITE (*, F) 'FIRST', N
      ASSIGN 120 TO L
      ASSIGN 910 TO F
      GO TO 100
  120 WRITE (*, F) 'SECOND', N
      ASSIGN 130 TO L
      GO TO 100
  130 WRITE (*, FMT=F) 'THIRD', N
C     The arithmetic IF with integer, real and double precision expressions.
      DO 200 J = -1, 1
        IF (J) 140, 150, 160
  140   PRINT *, 'NEGATIVE'
        GO TO 170
  150   PRINT *, 'ZERO'
        GO TO 170
  160   PRINT *, 'POSITIVE'
  170   IF (J*0.5) 180, 180, 190
  180   PRINT *, 'NOT ABOVE'
        GO TO 200
  190   PRINT *, 'ABOVE'
  200 CONTINUE
      IF (1D-300) 210, 210, 220
  210 PRINT *, 'LOST'
  220 PRINT *, 'KEPT'
  900 FORMAT (1X, A8, I3)
  910 FORMAT (1X, '<', A, '>', I4.3)
      END
