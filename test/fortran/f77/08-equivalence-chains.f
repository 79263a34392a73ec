C     8.2: chains of EQUIVALENCE through COMMON, arrays laid over arrays, characters over characters.
      PROGRAM CHAINS
      COMMON /A/ I(4), X
      INTEGER J(3), K, L(2,2)
      REAL Y, Z(5)
      CHARACTER S*8, T(4)*2, C*1, W*3
      EQUIVALENCE (I(2), J(1)), (J(2), K), (L(1,1), I(1))
      EQUIVALENCE (X, Y), (S, T), (T(2)(2:2), C), (S(6:6), W)
      DO 10 N = 1, 4
   10 I(N) = N*11
      PRINT *, J(1), K, L
      K = 99
      PRINT *, I
      Y = 2.5
      PRINT *, X
      S = 'abcdefgh'
      PRINT *, T, ' ', C, ' ', W
      T(3) = 'XY'
      W(2:2) = '*'
      PRINT *, S
      CALL OTHER
      PRINT *, I, X
      END
      SUBROUTINE OTHER
      COMMON /A/ M(2,2), R
      M(2,1) = -1
      R = R*2
      END
