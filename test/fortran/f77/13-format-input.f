C     13.5.9.2.1: reading reals: with and without point, exponents of every shape, scale factors, blanks.
      PROGRAM FMTIN
      DOUBLE PRECISION D
      COMPLEX C
      CHARACTER*40 S
      LOGICAL L1, L2, L3, L4
      S = '  12345 1.25E2 -.5D-3 123+2'
      READ (S, 10) A, B, D, E
   10 FORMAT (F7.2, E7.1, D7.4, E6.0)
      PRINT *, A, B, D, E
      READ (S, 20) A, B
   20 FORMAT (2P, F7.2, F7.1)
      PRINT *, A, B
      S = '1 2 3 4 5 6'
      READ (S, 30) A, B
   30 FORMAT (BN, F6.1, BZ, F5.1)
      PRINT *, A, B
      S = '   +1.E+02-1E01 2.5'
      READ (S, 40) A, B, C
   40 FORMAT (F10.0, F5.0, F4.0, F4.0)
      PRINT *, A, B, C
      S = '12.5'
      READ (S, '(G4.1)') A
      READ (S, '(F4.3)') B
      READ (S, '(E3.2, F1.0)') X, Y
      PRINT *, A, B, X, Y
      S = '          '
      READ (S, '(F5.2, I5)') A, I
      PRINT *, A, I
      S = 'T F .TRUE. .FALSY'
      READ (S, '(L2, L2, L7, L6)') L1, L2, L3, L4
      PRINT *, L1, L2, L3, L4
      S = 'ABCDEFGH'
      CALL TEXT (S)
      END
      SUBROUTINE TEXT (S)
      CHARACTER*(*) S, A*3, B*6, C*1
      READ (S, '(A)') A
      READ (S, '(A5)') B
      READ (S, '(A5, TL3, A1)') A, C
      PRINT *, A, B, C
      READ (S, '(2A3)') A, B
      PRINT *, A, B
      WRITE (*, '(1X, A, A2, A5, A1)') A, A, A, A
      END
