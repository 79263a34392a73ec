C     8: DIMENSION, EQUIVALENCE, COMMON, types, IMPLICIT, PARAMETER, EXTERNAL, INTRINSIC, SAVE.
      PROGRAM SPECS
      IMPLICIT INTEGER (A-C), LOGICAL (L), CHARACTER*3 (S,T), REAL (I)
      IMPLICIT DOUBLE PRECISION (D), COMPLEX (Z)
      DIMENSION A1(2), Q(2,2)
      COMMON // X, Y, /NAMED/ A2, B2 /NAMED/ C2
      COMMON /CHARS/ S1, T1
      EXTERNAL FUN
      INTRINSIC SIN, ABS
      REAL FUN, APPLY
      SAVE /NAMED/
      A1(1) = 3.9
      A1(2) = -3.9
      I1 = 2.5
      L1 = .TRUE.
      S1 = 'HELLO'
      T1 = 'T'
      D1 = 1D0/7
      Z1 = (1,-1)
      X = 1
      Y = 2
      A2 = 3
      B2 = 4
      C2 = 5
      PRINT *, A1, I1, L1, S1, T1, D1, Z1
      CALL SUB
      PRINT *, X, Y, A2, B2, C2, S1, T1
      PRINT *, APPLY(FUN, 3.0), APPLY(SIN, 0.0), APPLY(ABS, -4.5)
      CALL COUNT
      CALL COUNT
      CALL COUNT
      END
      SUBROUTINE SUB
      COMMON A, B /NAMED/ I, J, K /CHARS/ S
      CHARACTER*6 S
      A = A + 10
      B = B + 20
      I = I*2
      J = J*2
      K = K*2
      S(2:5) = 'xxyy'
      END
      REAL FUNCTION FUN (X)
      FUN = X*X
      END
      REAL FUNCTION APPLY (F, X)
      EXTERNAL F
      APPLY = F(X) + 1
      END
      SUBROUTINE COUNT
      SAVE N
      DATA N /0/
      N = N + 1
      PRINT *, 'CALL', N
      END
