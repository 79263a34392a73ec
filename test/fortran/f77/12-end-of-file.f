      PROGRAM ENDS
C     units without OPEN: positions, the end of a file and behind it, as
C     old programs have it, and numbers that a format has rounded
      INTEGER I, K, N
      REAL X, Y(3)
      CHARACTER*20 C
      WRITE(7,100) (I, I=1,3)
  100 FORMAT(I5)
      ENDFILE 7
      REWIND 7
      DO 10 I=1,4
        READ(7,100,END=20) K
        PRINT *, K
   10 CONTINUE
   20 PRINT *, 'END', I
      READ(7,100,IOSTAT=IOS) K
      PRINT *, IOS
      WRITE(7,100,IOSTAT=IOS) 4
      PRINT *, IOS
      REWIND 7
      READ(7,100) (K, I=1,4)
      PRINT *, K
      READ(7,100,IOSTAT=IOS) K
      PRINT *, IOS
      BACKSPACE 7
      BACKSPACE 7
      READ(7,100) K
      PRINT *, K
      CLOSE(7, STATUS='DELETE')
C     an unknown unit is unchanged
      REWIND 9
      BACKSPACE(9, IOSTAT=IOS)
      PRINT *, IOS
C     reads the printed number, not the number that was printed
      WRITE(8,110) 3.14159, 2.71828, 99.996
      WRITE(8,120) 1.5, -2.25, 1E-3
  110 FORMAT(F4.1,E10.2,F8.1)
  120 FORMAT(2PF8.1,1PE14.5,-2PF10.6)
      REWIND 8
      READ(8,110) Y
      PRINT *, Y
      READ(8,130) Y
  130 FORMAT(3F8.0)
      PRINT *, Y
      BACKSPACE 8
      READ(8,*) Y
      PRINT *, Y
      BACKSPACE 8
      READ(8,120) Y
      PRINT *, Y
      CLOSE(8, STATUS='DELETE')
C     direct access: a record is read with different columns than it was written
      OPEN(12, STATUS='SCRATCH', ACCESS='DIRECT', RECL=24,
     1  FORM='FORMATTED')
      WRITE(12,140,REC=2) 12.346, 7
  140 FORMAT(F8.2,I4)
      READ(12,150,REC=2) X, N
  150 FORMAT(F7.0,2X,I3)
      PRINT *, X, N
      READ(12,160,REC=2) C
  160 FORMAT(A)
      PRINT *, C
      END
