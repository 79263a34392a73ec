C     8.3, 8.4: COMMON of mixed types, seen differently by program units, blank and named, lengthened by EQUIVALENCE.
      PROGRAM COMMIX
      COMMON /BLK/ I, R, D, L, Z, K(3)
      DOUBLE PRECISION D
      LOGICAL L
      COMPLEX Z
      COMMON A(4), B
      COMMON /TEXT/ WORD, LETTER(3)
      CHARACTER WORD*5, LETTER*2
      COMMON /EXT/ P, Q
      DIMENSION E(5)
      EQUIVALENCE (P, E(1))
      SAVE /EXT/
      I = 7
      R = 1.5
      D = 2.25D0
      L = .TRUE.
      Z = (3., -4.)
      DO 10 J = 1, 3
   10 K(J) = J*J
      DO 20 J = 1, 4
   20 A(J) = J/2.
      B = -1.
      WORD = 'HELLO'
      LETTER(1) = 'AB'
      LETTER(2) = 'CD'
      LETTER(3) = 'EF'
      P = 10.
      Q = 20.
      E(3) = 30.
      E(4) = 40.
      E(5) = 50.
      CALL SHOW
      CALL CHANGE
      PRINT *, I, R, D, L, Z, K
      PRINT *, A, B
      PRINT *, WORD, ' ', LETTER
      PRINT *, P, Q, E
      END
      SUBROUTINE SHOW
      COMMON /BLK/ N, S, D, FLAG, RE, AIM, K1, K2, K3
      DOUBLE PRECISION D
      LOGICAL FLAG
      COMMON // M(2,2), LAST
      REAL M, LAST
      COMMON /TEXT/ CHARS(11)
      CHARACTER CHARS
      COMMON /EXT/ V(5)
      PRINT *, N, S, D, FLAG, RE, AIM, K1, K2, K3
      PRINT *, M(2,1), M(1,2), LAST
      PRINT *, CHARS
      PRINT *, V
      END
      SUBROUTINE CHANGE
      COMMON /BLK/ N, S
      COMMON /TEXT/ ALL
      CHARACTER*11 ALL
      COMMON F(2)
      COMMON G, H, O
      COMMON /EXT/ V(5) /BLK/ D, M(5)
      DOUBLE PRECISION D
      N = -N
      S = S + 1
      D = D*2
      M(5) = 99
      F(2) = 100.
      G = 200.
      O = F(1) + F(2)
      ALL(4:7) = 'p by'
      V(2) = V(5)
      END
