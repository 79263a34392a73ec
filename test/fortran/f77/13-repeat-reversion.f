C     13.3: nested repeat groups, reversion to the last group, slashes, colon, tabs, P kept over groups, formats in arrays.
      PROGRAM REPEATS
      INTEGER K(12)
      REAL R(6)
      CHARACTER FMT(3)*12, F*40
      DATA K /1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12/
      DATA R /1.5, -2.25, 3.125, 400., 0.05, -6E5/
      DATA FMT /'(1X, 3(I3,  ', ''':'', I2, :, ', ''',''))       '/
      WRITE (*, 100) K
      WRITE (*, 110) K
      WRITE (*, 120) (K(I), I = 1, 7)
      WRITE (*, 130) (K(I), R(I), I = 1, 5)
      WRITE (*, 140) R
      WRITE (*, FMT) K
      WRITE (*, 150) K(1), 'AB', K(2), 'CD', K(3), 'EF'
      WRITE (*, 160)
      WRITE (*, 170) 1.5, 2.5, 3, 4.5, 5.5, 6
      WRITE (F, 180) 5
      WRITE (*, F) (K(I), I = 1, 10)
      WRITE (*,
     +  '(1X, 2(2(I2, ''-''), ''/'')/ 1X, ''TAIL'', (T8, I3))') (K(I),
     +  I = 1, 7)
      WRITE (*,
     +  '(1X, I3, TR2, I3, TL8, ''*'', T20, ''END'', TL6, ''<'')') 11,
     +  22
      WRITE (*, '(1X, A, 3X, 2(''AB'', 2X), 5HHOLLE)') 'S'
      WRITE (*, '(//1X, I1//)') 4
      WRITE (*, '(1X, 1P, 2E12.3, 0P, F8.3, 2P, F9.2, E12.4)') 12.5,
     +  0.01, 1.5, 1.5, 1234.5
      WRITE (*, '(1X, SP, I4, F6.1, S, I4, SS, F6.1)') 3, 2., 4, 5.
      WRITE (*, '(1X, I6.4, I6.0, I0.3, G12.4, G12.4E3, G10.1)') 42,
     +  0, 7, 0.1, 1E10, 99999.
  100 FORMAT (1X, 5I4)
  110 FORMAT (1X, I4, 2(I3, '/', I3), ' | ', (I5))
  120 FORMAT (1X, 'HEAD', 2(I2, 1X), /, (1X, 'ROW', 2I3))
  130 FORMAT (1X, 2(I2, F8.3, :, ', '), '<END OF ROW>')
  140 FORMAT (1X, F8.2, 2(/, 3X, 2(F10.3, '!')))
  150 FORMAT (1X, (I2, 1X, A2, ';'))
  160 FORMAT (' NO ITEMS ', I5, 'NOT SEEN')
  170 FORMAT (1X, 2F5.1, I3)
  180 FORMAT ('(1X, ', I1, '(I3, ''.''))')
      END
