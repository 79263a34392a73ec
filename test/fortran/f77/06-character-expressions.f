C     6.2 and 5.7: concatenation in every place, substrings of results, comparisons of unequal lengths.
      PROGRAM CEXPR
      CHARACTER A*3, B*6, C(2)*4, D*12
      A = 'ABC'
      B = A//A
      PRINT *, B, B(2:5), B(:1)//B(6:), A//'-'//A(3:3)
      C(1) = 'X'//A
      C(2) = C(1)(2:)//C(1)(1:1)
      PRINT *, C
      D = C(1)//C(2)//C(1)
      PRINT *, D, INDEX(D, 'BCA'), INDEX(D, A), LEN(A//B)
      D(3:8) = D(5:10)
      PRINT *, D
      PRINT *, 'AB' .LT. 'ABC', 'AB ' .EQ. 'AB', 'B' .GT. 'ABC', A 
     +  .NE. B
      IF (A//'   ' .EQ. A) PRINT *, 'PADDED'
      DO 10 I = 1, 3
   10 PRINT *, A(I:), A(:I), A(I:I), ICHAR(A(I:I))
      I = 2
      J = 3
      PRINT *, B(I:J)//B(J+1:J+I), B(MOD(7,4):)
      END
