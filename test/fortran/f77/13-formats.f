      PROGRAM FMTS
      REAL X
      DOUBLE PRECISION D
      INTEGER I
      LOGICAL L
      COMPLEX C
      CHARACTER*6 S
      X = 3.14159
      D = -2.5D10
      I = 42
      L = .TRUE.
      C = (1.5, -2.5)
      S = 'HELLO'
      WRITE (*, 10) I, X, D, L, S
   10 FORMAT (1X, I5, F10.4, D15.6, L3, 1X, A)
      WRITE (*, 20) X, X, X, X
   20 FORMAT (1X, E12.4, 1P, E12.4, 0P, G12.4, 2PF10.2)
      WRITE (*, 30) (I * K, K = 1, 7)
   30 FORMAT (1X, 3I6)
      WRITE (*, 40) 1, 2.0, 3, 4.0
   40 FORMAT (2(I3, F6.2), ' END')
      WRITE (*, 50) C
   50 FORMAT (' (', F6.2, ',', F6.2, ')')
      WRITE (*, 60) 'A', 'B', 'C'
   60 FORMAT (1X, A, T10, A, TL3, A, TR4, 'X', 2X, 'Y')
      WRITE (*, 70) 5, -5, 0
   70 FORMAT (SP, I5, SS, I5, S, I5.3)
      WRITE (*, 80)
   80 FORMAT (5H HOLL, 'IT''S', /, ' SECOND', //, ' FOURTH')
      WRITE (*, 90) 1, 2
   90 FORMAT (1X, I3, :, ' AND ', I3, :, ' NEVER')
      WRITE (*, '(1X, I2.2, I6.4, F5.0, F0.3)') 7, 99, 3.7, .5
      WRITE (*, '(1X, 3G14.5)') 1.0E-5, 123.456, 1.0E10
      WRITE (*, '(1X, E10.3E3, G10.3E3)') 1.5, 1.5E20
      WRITE (*, 100) 123456, 1.0E10, .TRUE.
  100 FORMAT (1X, I3, F5.1, L1)
      WRITE (*, '(3(1X, A4), A2)') 'AB', 'CDEFGH', 'IJ', 'KLM'
      END
