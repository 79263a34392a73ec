      SUBROUTINE MATADD(A, B, C, N, M)
      DOUBLE PRECISION A(N,M), B(N,M), C(N,M)
      INTEGER N, M, I, J
      DO 20 J = 1, M
         DO 10 I = 1, N
            C(I,J) = A(I,J) + B(I,J)
10       CONTINUE
20    CONTINUE
      RETURN
      END
      DOUBLE PRECISION FUNCTION DNORM(X, N, INCX)
      DOUBLE PRECISION X(*), S
      INTEGER N, INCX
      S = 0D0
      DO I = 1, 1 + (N-1)*INCX, INCX
        S = S + X(I)**2
      END DO
      DNORM = DSQRT(S)
      END
      SUBROUTINE PASSF(F, G, X)
      EXTERNAL F, G
      DOUBLE PRECISION F, X, R
      R = F(X)
      CALL G(R)
      END
      DOUBLE PRECISION FUNCTION CUBE(X)
      DOUBLE PRECISION X
      CUBE = X**3
      END
      SUBROUTINE SHOW(R)
      DOUBLE PRECISION R
      WRITE(*,'(1X,''R='',F10.4)') R
      END
      CHARACTER*(*) FUNCTION REV(S)
      CHARACTER*(*) S
      INTEGER I, L
      L = LEN(S)
      DO 5 I = 1, L
    5 REV(I:I) = S(L-I+1:L-I+1)
      END
      BLOCK DATA
      COMMON /CONST/ PI, IFLAG(2)
      DATA PI /3.14159/, IFLAG /1, 2/
      END
      PROGRAM B2
      DOUBLE PRECISION A(2,3), B(2,3), C(2,3), DNORM, CUBE, V(6)
      EQUIVALENCE (C, V)
      EXTERNAL CUBE, SHOW
      COMMON /CONST/ PI, IFLAG(2)
      CHARACTER*6 REV
      CHARACTER*10 W
      LOGICAL L1
      INTEGER*4 K
      DATA A /1,2,3,4,5,6/, B /6*1D0/
      CALL MATADD(A, B, C, 2, 3)
      PRINT *, C
      PRINT *, DNORM(V, 6, 1), DNORM(V, 3, 2)
      CALL PASSF(CUBE, SHOW, 3D0)
      PRINT *, REV('ABCDEF'), PI, IFLAG
      K = 5
      L1 = K .GT. 3 .AND. PI .LT. 4
      IF (L1) THEN
        PRINT *, 'TRUE'
      ELSE IF (K .EQ. 5) THEN
        PRINT *, 'FIVE'
      ELSE
        PRINT *, 'FALSE'
      ENDIF
      DO 100, I = 1, 3
        IF (I .EQ. 2) GOTO 100
        PRINT *, I
  100 CONTINUE
      W = 'X'
      WRITE (W(3:), '(I4)') K
      PRINT *, W
      DO WHILE (K .GT. 3)
        K = K - 1
      ENDDO
      PRINT *, K, MOD(K,2), K**2, 2.0**K, K/2.0
      PRINT 200, 1, 2, 3
  200 FORMAT (3(1X,I2),T2,'*')
      PRINT '(1X,3A4)', 'A', 'BB', 'CCC'
      END
