C     13.3 to 13.5.8: groups, reversion, slashes, colons, tabs, X, apostrophes, nH, carriage control, variable formats.
      PROGRAM FMTC
      CHARACTER*40 F, G(3)*10
      INTEGER K(10)
      DATA K /1,2,3,4,5,6,7,8,9,10/
      WRITE (*, 10) K
   10 FORMAT (' A', I3, 2(' B', I3, ' C', I3))
      WRITE (*, 20) K
   20 FORMAT (' <', (I3, ',', I3), '>')
      WRITE (*, 30) (K(I), I = 1, 5)
   30 FORMAT (3(1X, I2, :, ','))
      WRITE (*, 40) K(1)
   40 FORMAT (1X, I3, :, ' NOT SHOWN', I3)
      WRITE (*, 50)
   50 FORMAT (' NO LIST' // ' TWO LINES LATER', 3/ ' END')
      WRITE (*, 60) 1, 2, 3
   60 FORMAT (T10, I2, T2, I2, TR3, I2, TL8, '*')
      WRITE (*, 70)
   70 FORMAT (1X, 'IT''S', 1X, 5HHELLO, 3X, 'DON''T', 1H')
      WRITE (*, 80) 1, 2
   80 FORMAT (1X, 2(I1, 2(' (', I1, ')')))
      F = '(1X, I3, F6.2)'
      WRITE (*, F) 4, 5.5
      G(1) = '(1X,'
      G(2) = '''ARR'','
      G(3) = ' I4)'
      WRITE (*, G) 7
      WRITE (*, '(1X, ''LIT'', I2)') 9
      WRITE (*, 90) (K(I), I = 1, 3)
   90 FORMAT ('0', I3, /, '+', I3, /, '1', I3)
      WRITE (*, 100) 1., 2, 'THREE', .TRUE.
  100 FORMAT (1X F5.1 I3 A6 L3)
      WRITE (*, 110)
  110 FORMAT ()
      WRITE (*, 120) 5, 6
  120 FORMAT (1X, 1(I2), 1X, ((I3)))
      WRITE (*, 130) K
  130 FORMAT (1X, 4(I2, 1X), 'X')
      END
