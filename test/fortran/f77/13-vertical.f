C     13.5.4 and 12.9.5.2.3: printed records: first characters, empty records, slashes at both ends.
      PROGRAM VERT
      WRITE (6, 10)
   10 FORMAT ('1', 'TITLE', /, '0', 'TWO DOWN', /, '+', 'OVER', /, ' ',
     +   'NEXT')
      WRITE (6, 20) 1, 2
   20 FORMAT (/, 1X, I3, //, 1X, I3, /)
      WRITE (6, 30)
   30 FORMAT (//)
      WRITE (6, 40) (I, I = 1, 4)
   40 FORMAT (' ROW', I3, /)
      WRITE (6, 50) (I, I = 1, 3)
   50 FORMAT (1X, I3, '.', 3(/, 1X, I3))
      WRITE (6, 60)
   60 FORMAT (1H , 4HDONE)
      END
