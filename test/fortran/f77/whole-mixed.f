      PROGRAM D3
C     ARITHMETIC, DO-VARIABLES, MIXED MODE AND CHARACTER TESTS
      INTEGER I, J, K, IA(5)
      REAL R, RA(2,2)
      DOUBLE PRECISION D
      COMPLEX C, CA(2)
      LOGICAL A, B
      CHARACTER CH*1, S5*5, S10*10
      CHARACTER*3 MON(12)
      DATA MON /'JAN','FEB','MAR','APR','MAY','JUN',
     1          'JUL','AUG','SEP','OCT','NOV','DEC'/
      DATA RA(1,1), RA(2,2) /1.0, 4.0/, RA(1,2) /2.0/, RA(2,1) /3.0/
      DATA (IA(K), K=1,5,2) /1,3,5/, IA(2), IA(4) /2*0/
      I = 7
      J = 2
      R = I / J
      PRINT *, R, I / REAL(J), I * 1.0 / J, MOD(I, J), I ** J, R ** J
      R = 2.9
      I = R
      PRINT *, I, INT(-R), NINT(R), R - I
      D = R
      C = (1.0, 1.0) * R + J
      PRINT *, D - 2.9, C, C ** 2, ABS((3.0, 4.0))
      CA(1) = C
      CA(2) = CONJG(CA(1))
      PRINT *, CA, REAL(CA(2)), AIMAG(CA(2))
      A = .TRUE.
      B = A .AND. I .LT. 5 .OR. .NOT. A
      PRINT *, A .EQV. B, A .NEQV. B, B
      DO 10 K = 1, 12, 5
   10 PRINT *, MON(K), ' ', MON(K)(1:1)
      S5 = 'ABC'
      S10 = S5 // 'DEF'
      PRINT *, S10, '|', S5 .LT. 'ABD', S10(6:8), LEN(S10)
      CH = S10(2:2)
      S10(1:3) = S10(6:8)
      PRINT *, CH, S10
      PRINT *, RA, IA
      K = 0
      DO 30 I = 1, 3
        DO 20 J = I, 3
          IF (J .EQ. 2) GO TO 20
          K = K + I * J
   20   CONTINUE
   30 CONTINUE
      PRINT *, K, I, J
      DO 40 I = 3, 1, -1
      DO 40 J = 1, I
   40 K = K + 1
      PRINT *, K
      CALL SUB1(IA(2), 3)
      PRINT *, IA
      WRITE (6, 100) (MON(I), I, I = 1, 3)
  100 FORMAT (1X, 3(A3, '=', I2.2, :, ', '))
      WRITE (6, 200) 1.0, -1.0, 0.0, 1.5E10, 1.5E-10
  200 FORMAT (1X, 5(E11.4, 1X))
      WRITE (6, 300) 12.3456D0, 1.0D-8
  300 FORMAT (1X, D12.4, 1X, F10.8)
      PRINT 400, 'TAB', 5
  400 FORMAT (T5, A, T15, I3, TL8, '<')
      IF (K .GT. 100) STOP 'BIG'
      END
      SUBROUTINE SUB1(IX, N)
      INTEGER IX(N), N
      IX(1) = -N
      IX(N) = IX(1) * 2
      END
