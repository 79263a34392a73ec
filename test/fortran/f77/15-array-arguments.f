      PROGRAM ARRS
      REAL A(10), B(3,4), C(0:4,-1:1)
      INTEGER N
      CHARACTER*5 NAMES(3)
      CHARACTER*(*) TITLE
      PARAMETER (TITLE = 'A TITLE', N = 3)
      COMMON /WORK/ W(20)
      DATA NAMES /'ONE', 'TWO', 'THREE'/
      DO 10 I = 1, 10
   10 A(I) = I
      CALL TOTAL(A, 10, S)
      PRINT *, S
      CALL TOTAL(A(4), 3, S)
      PRINT *, S
      CALL FILL(B, 3, 4)
      PRINT *, B
      CALL ASSUM(B, 3)
      PRINT *, (B(I,1), I=1,3)
      DO 20 I = 0, 4
      DO 20 J = -1, 1
   20 C(I,J) = I * 10 + J
      PRINT *, C(2,-1), C(4,1)
      CALL NAMED(NAMES, 3)
      CALL NAMED(NAMES(2), 2)
      PRINT *, TITLE, LEN(TITLE), N
      CALL WORK2(5)
      PRINT *, W(5), W(1)
      CALL SUBSTR('ABCDEFG')
      END
      SUBROUTINE TOTAL(X, M, S)
      REAL X(M)
      S = 0
      DO 10 I = 1, M
   10 S = S + X(I)
      END
      SUBROUTINE FILL(X, M, N)
      DIMENSION X(M, N)
      DO 10 J = 1, N
      DO 10 I = 1, M
   10 X(I,J) = 100 * I + J
      RETURN
      END
      SUBROUTINE ASSUM(X, M)
      REAL X(M, *)
      X(2, 1) = -1.0
      END
      SUBROUTINE NAMED(C, M)
      CHARACTER*(*) C(M)
      DO 10 I = 1, M
   10 PRINT *, C(I), LEN(C(I))
      END
      SUBROUTINE WORK2(K)
      COMMON /WORK/ V(2, 10)
      DO 10 I = 1, 10
      V(1, I) = I
   10 V(2, I) = -I
      END
      SUBROUTINE SUBSTR(S)
      CHARACTER*(*) S
      CHARACTER*20 T
      T = S(2:4) // S(6:) // '!'
      PRINT *, T, T(1:3) .EQ. 'BCD'
      T(3:5) = 'XYZ'
      PRINT *, T
      END
