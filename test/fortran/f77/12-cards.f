C     12: cards read from unit 5 and printed on unit 6, END= and ERR=.
      PROGRAM CARDS
      CHARACTER*80 CARD
      INTEGER K(5)
      READ (5, 100) CARD
  100 FORMAT (A80)
      WRITE (6, 110) CARD
  110 FORMAT (1H ,A80)
      READ (5, 120) I, J, X, Y, L
  120 FORMAT (I3, I4, F5.2, E10.3, L3)
      WRITE (6, 130) I, J, X, Y
  130 FORMAT (1X, 2I6, 2F10.4)
      READ (5, 140) K
  140 FORMAT (5I2)
      WRITE (6, 150) K
  150 FORMAT (5(1X, I4))
      READ (5, *) A, B, N
      PRINT *, A, B, N
      READ 140, K(1), K(2)
      PRINT 150, K(1), K(2)
      READ *, N
      READ (5, '(I3)', ERR = 10) N
      PRINT *, 'NO ERROR', N
      GO TO 20
   10 PRINT *, 'ERROR'
   20 READ (5, 160, IOSTAT = IOS) N, M
  160 FORMAT (I3 / I3)
      PRINT *, IOS, N, M
      READ (5, 100, END = 30) CARD
      PRINT *, 'NOT HERE'
   30 PRINT *, 'END OF CARDS'
      END
