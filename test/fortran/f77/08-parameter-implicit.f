C     8.5 and 8.6: IMPLICIT of ranges and lengths, PARAMETER of all types and in every place for a constant.
      PROGRAM PARS
      IMPLICIT CHARACTER*5 (A), INTEGER (X-Z), REAL (I), LOGICAL (Q)
      INTEGER N, M, L
      PARAMETER (N = 3, M = N*N - 1, L = M/N)
      PARAMETER (PI2 = 3.14159*2, AP = 'HELLO', QT = .NOT..FALSE.)
      PARAMETER (X1 = 7.9, I1 = 3/2)
      DIMENSION V(N), W(0:L, -N:N)
      CHARACTER*(N) C, D*(M-5)
      DATA V /N*2.5/, C /'ABC'/
      AS = 'LONGER'
      D = C
      W(L,-N) = M
      W(0,N) = V(N)
      PRINT *, N, M, L, PI2, AP, QT, X1, I1
      PRINT *, V, C, D, AS, LEN(D), LEN(AS)
      PRINT *, W(2,-3), W(0,3)
      DO 10 Y = N, M, L
   10 PRINT *, Y
      GO TO (20, 30, 40), N
   20 PRINT *, 20
   30 PRINT *, 30
   40 PRINT *, 40
      END
