C     6.4, 6.5: truth tables of all logical operators, their precedence, also with relations, LOGICAL in FORMATs.
      PROGRAM LOGIC
      LOGICAL P(2), A, B, C, R(8), MAJ, XOR
      CHARACTER*5 IN
      XOR(A, B) = A .NEQV. B
      DATA P /.FALSE., .TRUE./
      DO 10 I = 1, 2
      DO 10 J = 1, 2
        A = P(I)
        B = P(J)
   10 PRINT 100, A, B, A .AND. B, A .OR. B, A .EQV. B, A .NEQV. B,
     +  .NOT. A, A .AND. .NOT. B, XOR(A, B)
      K = 0
      DO 20 I = 0, 7
        A = MOD(I, 2) .EQ. 1
        B = MOD(I/2, 2) .EQ. 1
        C = I .GE. 4
        R(1) = A .OR. B .AND. C
        R(2) = (A .OR. B) .AND. C
        R(3) = .NOT. A .AND. B
        R(4) = .NOT. (A .AND. B)
        R(5) = A .EQV. B .OR. C
        R(6) = A .NEQV. B .NEQV. C
        R(7) = A .EQV. B .NEQV. C .AND. A
        R(8) = MAJ(A, B, C)
   20 PRINT 110, I, R
      I = 3
      PRINT *, I + 1 .EQ. 4 .AND. I*2 .GT. 5,
     +  .NOT. I .EQ. 3 .OR. I .LT. 0
      PRINT *, I.EQ.3.AND.3.EQ.I, 1..EQ.1, I .EQ. 3 .EQV. 'A' .LT. 'B'
      IN = ' TF.T'
      READ (IN, '(L2, L1, L2)') A, B, C
      PRINT *, A, B, C
      READ (IN(2:3), '(2L1)') A, B
      WRITE (*, '(1X, 3L3, L1)') A, B, C, .TRUE.
      IF (A .AND. (B .OR. C)) PRINT *, 'BOTH'
      IF (.NOT. (A .EQV. B)) PRINT *, 'UNLIKE'
  100 FORMAT (1X, 2L2, 2X, 7L2)
  110 FORMAT (1X, I2, 8L3)
      END
      LOGICAL FUNCTION MAJ(X, Y, Z)
      LOGICAL X, Y, Z
      MAJ = X .AND. Y .OR. Y .AND. Z .OR. X .AND. Z
      END
