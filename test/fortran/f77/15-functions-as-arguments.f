C     8.7, 8.8, 15.9: EXTERNAL and INTRINSIC names as arguments, passed on, subroutines, entries and dummies among them.
      PROGRAM FUNARG
      EXTERNAL SQUARE, CUBE, TRIPLE, SHOUT, WHISPR, IPLUS, NEWTON
      INTRINSIC SQRT, ABS, DSQRT, MOD, SIGN, AIMAG, AMOD
      DOUBLE PRECISION DAPPLY
      REAL SQUARE, CUBE, TRIPLE
      PRINT *, APPLY(SQUARE, 3.), APPLY(CUBE, 3.), APPLY(TRIPLE, 3.)
      PRINT *, APPLY(SQRT, 16.), APPLY(ABS, -2.5), DAPPLY(DSQRT, 6.25D0)
      PRINT *, IAPPLY(MOD, 17, 5), IAPPLY(IPLUS, 17, 5), BOTH(SIGN,
     +  2., -3.), BOTH(AMOD, 7., 4.)
      PRINT *, TWICE(SQUARE, 2.), TWICE(SQRT, 81.), SIMPSN(SQUARE, 0.,
     +  3., 6), SIMPSN(CUBE, 0., 2., 2)
      CALL EACH(SHOUT, 3)
      CALL EACH(WHISPR, 2)
      CALL CHOOSE(1, SHOUT, WHISPR)
      CALL CHOOSE(2, SHOUT, WHISPR)
      PRINT *, APPLYC(AIMAG, (1., -2.)), IAPPLY(NEWTON, 30, 2)
      END
      REAL FUNCTION APPLY(F, X)
      EXTERNAL F
      APPLY = F(X)
      END
      DOUBLE PRECISION FUNCTION DAPPLY(F, X)
      DOUBLE PRECISION F, X
      DAPPLY = F(X)
      END
      INTEGER FUNCTION IAPPLY(KF, I, J)
      EXTERNAL KF
      IAPPLY = KF(I, J)
      END
      REAL FUNCTION BOTH(F, X, Y)
      BOTH = F(X, Y)
      END
      REAL FUNCTION APPLYC(F, Z)
      COMPLEX Z
      APPLYC = F(Z)
      END
      REAL FUNCTION TWICE(F, X)
      EXTERNAL F
      REAL F
      TWICE = F(APPLY(F, X))
      END
      REAL FUNCTION SIMPSN(F, A, B, N)
      EXTERNAL F
      H = (B - A)/N
      S = F(A) + F(B)
      DO 10 I = 1, N - 1
   10 S = S + (3 - (-1)**I)*F(A + I*H)
      SIMPSN = S*H/3
      END
      REAL FUNCTION SQUARE(X)
      SQUARE = X*X
      RETURN
      ENTRY CUBE(X)
      CUBE = X**3
      END
      REAL FUNCTION TRIPLE(X)
      TRIPLE = 3*X
      END
      INTEGER FUNCTION IPLUS(I, J)
      IPLUS = I + J
      END
      INTEGER FUNCTION NEWTON(I, J)
      NEWTON = I
      DO 10 K = 1, 10
   10 NEWTON = (NEWTON + I/NEWTON)/J
      END
      SUBROUTINE EACH(S, N)
      EXTERNAL S
      DO 10 I = 1, N
   10 CALL S(I)
      END
      SUBROUTINE CHOOSE(K, S, T)
      EXTERNAL S, T
      IF (K .EQ. 1) CALL EACH(S, 1)
      IF (K .EQ. 2) CALL EACH(T, 1)
      END
      SUBROUTINE SHOUT(I)
      PRINT *, 'SHOUT', I
      END
      SUBROUTINE WHISPR(I)
      PRINT *, 'whisper', I
      END
