C     5.5, 15.9.3: adjustable and assumed-size arrays, bounds from COMMON, elements as arrays, reshaped, character arrays.
      PROGRAM ADJUST
      COMMON /SIZES/ N1, N2
      INTEGER A(12), B(0:2,-1:2)
      REAL X(3,4)
      CHARACTER*3 C(4)
      DATA A /1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12/, C /'ABC', 'DEF',
     +  'GHI', 'JKL'/
      PRINT *, ISUM(A, 12), ISUM(A(7), 3), ISUM(A(12), 1)
      CALL TABLE(A, 3, 4)
      CALL TABLE(A, 4, 3)
      CALL TABLE(A(3), 2, 2)
      CALL SHIFT(B, 0, 2, -1, 2)
      PRINT *, B
      N1 = 3
      N2 = 4
      CALL FILL(X)
      PRINT 100, X
      CALL COLUMN(X(1,2), 3)
      CALL COLUMN(X(2,3), 2)
      PRINT 100, ((X(I,J), J = 1, 4), I = 1, 3)
      CALL CHARS(C, 4)
      CALL CHARS(C(2), 2)
      CALL LETTRS(C, 6)
      CALL WORK(A, 2)
      CALL WORK(A, 5)
  100 FORMAT (4(1X, F6.1))
      END
      INTEGER FUNCTION ISUM(K, N)
      INTEGER K(*)
      ISUM = 0
      DO 10 I = 1, N
   10 ISUM = ISUM + K(I)
      END
      SUBROUTINE TABLE(K, M, N)
      INTEGER K(M, N)
      DO 10 I = 1, M
   10 PRINT '(1X, 4I4)', (K(I,J), J = 1, N)
      PRINT *, K(M,N), K(1,N)
      END
      SUBROUTINE SHIFT(K, L1, M1, L2, M2)
      INTEGER K(L1:M1, L2:*)
      DO 10 J = L2, M2
      DO 10 I = L1, M1
   10 K(I,J) = 10*I + J
      END
      SUBROUTINE FILL(X)
      COMMON /SIZES/ M, N
      DIMENSION X(M, N)
      DO 10 J = 1, N
      DO 10 I = 1, M
   10 X(I,J) = I + J/10.
      END
      SUBROUTINE COLUMN(V, N)
      REAL V(N)
      DO 10 I = 1, N
   10 V(I) = -V(I)
      END
      SUBROUTINE CHARS(C, N)
      CHARACTER*(*) C(N)
      PRINT *, N, LEN(C(1)), C
      END
      SUBROUTINE LETTRS(C, N)
      CHARACTER*2 C(N)
      PRINT *, C
      END
      SUBROUTINE WORK(A, N)
      INTEGER A(2*N), K
      K = N
      N2 = K + 1
      K = 0
      DO 10 I = 1, 2
   10 K = K + A(2*I)*N2
      PRINT *, K
      END
