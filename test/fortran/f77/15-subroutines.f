C     15.6 to 15.9: subroutines, ENTRY, RETURN, alternate returns, dummy procedures, adjustable dummies.
      PROGRAM SUBS
      EXTERNAL ADD, MULT
      INTEGER A(3,3)
      CHARACTER*8 S
      COMMON /C/ K
      K = 0
      DO 10 I = 1, 4
      CALL ALT (I, *20, *30, J)
      PRINT *, 'NORMAL', J
      GO TO 10
   20 PRINT *, 'FIRST', J
      GO TO 10
   30 PRINT *, 'SECOND', J
   10 CONTINUE
      CALL DO2 (ADD, 3, 4, L)
      CALL DO2 (MULT, 3, 4, M)
      PRINT *, L, M
      CALL MAT (A, 3)
      PRINT *, A
      CALL MAT2 (A(1,2), 2, 3)
      PRINT *, A
      CALL INIT (5)
      CALL STEP
      CALL STEP
      CALL SHOW (N)
      PRINT *, N
      S = 'ABCDEFGH'
      CALL CHG (S(3:6))
      PRINT *, S
      CALL SWAP (A(1,1), A(3,3))
      PRINT *, A(1,1), A(3,3)
      PRINT *, FE(2.0), GE(2.0), HE(2.0, 3)
      END
      SUBROUTINE ALT (I, *, *, J)
      J = I*10
      IF (I .LT. 4) RETURN I
      RETURN
      END
      SUBROUTINE DO2 (F, I, J, K)
      EXTERNAL F
      CALL F (I, J, K)
      END
      SUBROUTINE ADD (I, J, K)
      K = I + J
      END
      SUBROUTINE MULT (I, J, K)
      K = I*J
      END
      SUBROUTINE MAT (A, N)
      INTEGER A(N,N)
      DO 1 I = 1, N
      DO 1 J = 1, N
    1 A(I,J) = I*10 + J
      RETURN
      ENTRY MAT2 (A, N, M)
      DO 2 I = 1, N
    2 A(I,1) = -M
      END
      SUBROUTINE INIT (N)
      SAVE I
      I = N
      RETURN
      ENTRY STEP
      I = I + 1
      RETURN
      ENTRY SHOW (N)
      N = I
      END
      SUBROUTINE CHG (C)
      CHARACTER C*(*)
      C = 'xy'
      END
      SUBROUTINE SWAP (I, J)
      K = I
      I = J
      J = K
      END
      REAL FUNCTION FE (X)
      FE = X + 1
      RETURN
      ENTRY GE (X)
      GE = X*10
      RETURN
      ENTRY HE (X, N)
      FE = X**N
      END
