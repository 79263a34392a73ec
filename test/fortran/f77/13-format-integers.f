C     13.5.9.1: I editing, Iw.m, overflow, signs, blanks on input.
      PROGRAM FMTI
      INTEGER K(6)
      CHARACTER*20 S
      WRITE (*, 10) 0, 1, -1, 12345, -12345, 2147483647
   10 FORMAT (6I12)
      WRITE (*, 20) 12345, -12345, 123456
   20 FORMAT (I5, I5, I7)
      WRITE (*, 30) 5, -5, 0, 0, 123
   30 FORMAT (I5.3, I5.3, I5.0, I5.1, I5.2)
      WRITE (*, 40) 7, 7, -7, 7
   40 FORMAT (SP, I5, SS, I5, SP, I5, S, I5)
      WRITE (*, 50) 1, 2, 3, 4, 5
   50 FORMAT (' ', 2I3, /, ' ', 3(I2, ','))
      WRITE (*, 60) (I, I = 1, 7)
   60 FORMAT (1X, I2, 2(I3, I4))
      S = ' 1 2 3 4 '
      READ (S, 70) K(1)
   70 FORMAT (I9)
      READ (S, 80) K(2)
   80 FORMAT (BZ, I9)
      READ (S, 90) K(3), K(4), K(5)
   90 FORMAT (BN, I3, BZ, I3, BN, I3)
      PRINT *, (K(I), I = 1, 5)
      S = '+12-34'
      READ (S, '(2I3)') K(1), K(2)
      READ (S, '(BZ, I5, TL5, I2, I6)') K(3), K(4), K(5)
      PRINT *, (K(I), I = 1, 5)
      READ (S, '(I3, 5X, I5)') K(1), K(2)
      PRINT *, K(1), K(2)
      END
