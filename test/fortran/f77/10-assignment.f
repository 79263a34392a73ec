C     10: arithmetic assignment with conversion, logical, character and label assignment.
      PROGRAM ASSIGN
      INTEGER I, LAB
      REAL R
      DOUBLE PRECISION D
      COMPLEX C
      LOGICAL L
      CHARACTER*5 S, T*2
      I = 2.9
      PRINT *, I
      I = -2.9
      PRINT *, I
      I = 1D3/7
      PRINT *, I
      I = (5.7, 3)
      PRINT *, I
      R = 7/2
      PRINT *, R
      R = 1D0/3
      PRINT *, R
      R = (2.5, 9)
      PRINT *, R
      D = 1/3.
      PRINT *, D
      D = 3
      PRINT *, D
      C = 4
      PRINT *, C
      C = 1D0/3
      PRINT *, C
      L = 3 .GT. 2
      PRINT *, L
      S = 'ABCDEFG'
      T = S
      PRINT *, S, T
      S = 'X'
      PRINT *, S, '|'
      S = ' '
      S(3:3) = 'M'
      PRINT *, S, '|'
      S = 'ABCDE'
      S(1:3) = S(3:5)
      PRINT *, S
      ASSIGN 30 TO LAB
      GO TO LAB, (20, 30, 40)
   20 PRINT *, 20
   30 PRINT *, 30
      ASSIGN 40 TO LAB
      GO TO LAB
      PRINT *, 'NOT HERE'
   40 ASSIGN 50 TO LAB
      PRINT LAB, 7
      WRITE (6, LAB) 8
   50 FORMAT (' FORMAT BY LABEL', I3)
      END
