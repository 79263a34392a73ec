C     13.5.7: the scale factor holds until it changes, through groups and reversion, and not for I and A.
      PROGRAM SCALES
      REAL X(4)
      CHARACTER*24 S
      DATA X /1.5, 22.25, 0.125, 1000./
      WRITE (*, 10) X
   10 FORMAT (F10.3, 1P, 2F10.3, 0P, F10.3)
      WRITE (*, 20) X
   20 FORMAT (1X, 2P, E12.4)
      WRITE (*, 30) X(1), 7, X(2), 'A', X(3)
   30 FORMAT (1P, E10.3, I4, 0PF8.3, A2, -1PE12.4)
      WRITE (*, 40) X
   40 FORMAT (1P, (1X, E11.3, 2P))
      S = '   125   125  1.25E+1 '
      READ (S, 50) X(1), X(2), X(3)
   50 FORMAT (1P, F6.2, -1P, F6.2, 2P, E9.2)
      PRINT *, X(1), X(2), X(3)
      WRITE (*, 60) 12345.678, 12345.678, 12345.678D0
   60 FORMAT (1PE12.5, 1PG12.5, 3PD14.6)
      END
