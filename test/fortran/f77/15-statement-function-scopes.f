C     15.4: statement functions of all types, calling one another, dummies that hide variables, in SUBROUTINEs and ENTRYs.
      PROGRAM STMTF
      INTEGER X, Y, K
      REAL F, G, H, S
      DOUBLE PRECISION HYP, DA, DB
      COMPLEX ROT, Z
      LOGICAL ODD, INSIDE
      CHARACTER*4 PAD, W*2, GLUE*7
      PARAMETER (S = 2.5)
      DIMENSION T(3)
      F(X) = X*S
      G(X, Y) = F(X) + F(Y)/2
      H() = K*10
      HYP(DA, DB) = DSQRT(DA**2 + DB**2)
      ROT(Z) = Z*(0., 1.)
      ODD(K) = MOD(K, 2) .NE. 0
      INSIDE(K, X, Y) = K .GE. X .AND. K .LE. Y .AND. ODD(K)
      PAD(W) = W//'..'
      GLUE(W, PAD2) = PAD(W)//'-'//CHAR(INT(PAD2))
      PICK(I) = T(I) + T(4 - I)
      I2(A) = A/2
      DATA T /1., 20., 300./
      X = 100
      K = 7
      W = 'HI'
      PRINT *, F(3), G(2, 4), H(), X, K
      PRINT *, HYP(3D0, 4D0), ROT((1., 2.)), ROT(ROT((1., 2.)))
      PRINT *, ODD(3), ODD(4), INSIDE(5, 1, 9), INSIDE(6, 1, 9),
     +  INSIDE(11, 1, 9)
      PRINT *, PAD('AB'), PAD(W), GLUE('XY', 65.), '|'
      PRINT *, PICK(1), PICK(2), I2(9.), I2(F(3))
      K = 8
      PRINT *, H(), F(INT(F(2)))
      CALL SUB(3.)
      CALL LATER(4.)
      END
      SUBROUTINE SUB(R)
      AREA(R1) = 3*R1*R1
      RING(R1, R2) = AREA(R1) - AREA(R2)
      PRINT *, AREA(R), RING(R, 1.)
      RETURN
      ENTRY LATER(R)
      PRINT *, 'LATER', AREA(R), RING(R, 2.)
      END
