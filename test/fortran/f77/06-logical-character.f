C     6.2 to 6.4: character, relational and logical expressions.
      PROGRAM EXPR
      CHARACTER*3 A, B*5, C*1
      LOGICAL P, Q, R
      A = 'ABC'
      B = 'ABC'
      C = 'A'
      P = .TRUE.
      Q = .FALSE.
      PRINT *, A.EQ.B, A.LT.'ABD', B.GT.'AB', C.LE.A, 'A '.EQ.'A'
      PRINT *, A//B//'|', (A//C)//(C//A), A(2:)//B(:2)//C
      PRINT *, LGE('B','A'), LGT('A','A'), LLE('A ','A'), LLT('','A')
      DO 10 I = 1, 4
      P = MOD(I,2) .EQ. 1
      Q = I .GT. 2
      PRINT *, P, Q, P.AND.Q, P.OR.Q, .NOT.P, P.EQV.Q, P.NEQV.Q
   10 PRINT *, P.OR.Q.AND..NOT.P, .NOT.P.AND.Q.OR.P, P.AND.(Q.OR..NOT.P)
      R = 1.0 .LT. 2 .AND. 3 .GE. 2+1 .OR. 'A' .EQ. 'B'
      PRINT *, R, .NOT. 1 .EQ. 2, 2*3 .GT. 5 .EQV. .TRUE.
      I = 5
      IF (.NOT. (I .LT. 3 .OR. I .GT. 4)) PRINT *, 'BETWEEN'
      IF (I .GE. 5 .AND. I .LE. 5) PRINT *, 'FIVE'
      B = A//'DEFG'
      PRINT *, B, LEN(A//B), INDEX(B//A, 'CA'), ICHAR(C)-ICHAR('A')
      END
