C     15.4: statement functions of all types, of each other, with names of variables as dummies, with arrays and COMMON.
      PROGRAM STFUN
      COMMON /K/ SCALE
      REAL V(3), X
      DOUBLE PRECISION DS, D
      COMPLEX ROT, Z
      LOGICAL BETWN
      CHARACTER*4 PAD, C, JOIN*9
      INTEGER DAY
      AREA(R) = 3.0*R**2
      VOL(R, H) = AREA(R)*H
      DS(D) = D*D + 1
      ROT(Z) = Z*(0.,1.)
      BETWN(I, J, K) = I .LE. J .AND. J .LE. K
      PAD(C) = C
      JOIN(C, I) = C//CHAR(48 + I)//C
      DAY(I, J) = 30*(I - 1) + J
      PICK(I) = V(I)*SCALE
      DATA V /1., 2., 3./
      SCALE = 10.
      X = 5.
      I = 99
      PRINT *, AREA(2.), VOL(2., X), DS(2D0), ROT((1.,2.))
      PRINT *, BETWN(1, 2, 3), BETWN(3, 2, 1), PAD('ABCDEF'), '|', 
     +  PAD('A'), '|'
      PRINT *, JOIN('xy', 7), DAY(3, 15), PICK(2), PICK(DAY(1, 3))
      PRINT *, AREA(AREA(1.)), VOL(AREA(1.), VOL(1., 2.)), I
      END
