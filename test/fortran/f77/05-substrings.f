C     5.7: substrings with every bound omitted or computed, of elements, on both sides of an assignment.
      PROGRAM SUBSTR
      CHARACTER S*10, A(2,2)*5
      S = '0123456789'
      N = 4
      PRINT *, S(N:N), S(:N), S(N:), S(N-1:2*N), S(N+1:N+1)//S(:1)
      A(1,1) = S(1:5)
      A(2,1) = S(6:)
      A(1,2)(2:3) = 'ab'
      A(1,2)(1:1) = '<'
      A(1,2)(4:) = '>>'
      A(2,2) = A(1,1)(4:5)//A(2,1)(:2)
      PRINT *, A
      S(3:5) = A(1,2)(2:3)
      PRINT *, S
      DO 10 I = 1, 3
   10 S(I+6:I+6) = CHAR(ICHAR('A') + I)
      PRINT *, S
      S(2:) = S
      PRINT *, S
      END
