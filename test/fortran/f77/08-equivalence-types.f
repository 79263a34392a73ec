C     8.2: EQUIVALENCE of types that share storage: chains over arrays, complex and real parts, character overlaps, bits.
      PROGRAM EQUIV
      REAL A(6), B(4), C(2,2), X, PARTS(2)
      COMPLEX Z, W(2)
      DOUBLE PRECISION D(3)
      INTEGER BITS, HALF(2)
      CHARACTER S*8, T*4, U(4)*2, V(3)*3
      EQUIVALENCE (A(3), B(1)), (B(2), C(1,1)), (X, A(6))
      EQUIVALENCE (Z, PARTS), (W(2), D(2))
      EQUIVALENCE (S(3:3), T), (U(1), S(1:2)), (V(2)(2:), T(3:4))
      EQUIVALENCE (Y, BITS), (HALF(1), DD)
      DOUBLE PRECISION DD
      DO 10 I = 1, 6
   10 A(I) = I
      PRINT *, B
      PRINT *, C(1,1), C(2,1), C(1,2), X
      C(2,1) = 50.
      X = -6.
      PRINT *, A
      Z = (1.5, -2.5)
      PRINT *, PARTS
      PARTS(2) = PARTS(1)
      PRINT *, Z, CONJG(Z)
      D(1) = 1D0
      D(2) = 2D0
      D(3) = 3D0
      W(2) = (0., 2.)
      PRINT *, D(2), D(3)
      S = 'ABCDEFGH'
      PRINT *, T, ' ', U
      T = 'wxyz'
      PRINT *, S, ' ', U(2), U(3)
      U(4) = '!?'
      V(3) = '123'
      PRINT *, S
      Y = 1.0
      PRINT *, BITS
      BITS = 1077936128
      PRINT *, Y
      DD = 1D0
      PRINT *, HALF
      HALF(2) = 1074266112
      PRINT *, DD
      CALL LOCALS
      CALL LOCALS
      END
      SUBROUTINE LOCALS
      INTEGER N(4), M
      SAVE N
      EQUIVALENCE (N(2), M), (N(4), K)
      DATA M /5/, K /9/
      N(1) = M + K
      M = M + 1
      K = K - 1
      PRINT *, N(1), N(2), N(4)
      END
