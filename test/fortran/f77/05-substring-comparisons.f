C     5.7, 6.3, 15.10: substrings with computed bounds, comparisons of unlike lengths, LGE to LLT, INDEX, LEN, CHAR, ICHAR.
      PROGRAM SUBS
      CHARACTER S*10, T*5, A(3)*4, C
      LOGICAL LT(6)
      INTEGER I, J
      S = 'ABCDEFGHIJ'
      DO 10 I = 1, 9, 4
   10 PRINT *, S(I:), '|', S(:I), '|', S(I:I+1), '|'
      S(2:4) = 'xy'
      PRINT *, S
      S(5:7) = S(1:3)//'LONG'
      PRINT *, S
      T = S(9:10)//S(:2)
      PRINT *, T, '|', LEN(T), LEN(S(3:7)), LEN(S//T)
      A(1) = 'WXYZ'
      A(2) = A(1)(2:3)
      A(3)(1:2) = A(2)(2:)
      A(3)(3:4) = A(1)(:1)//'.'
      PRINT *, A(1), '|', A(2), '|', A(3), '|'
      J = 2
      A(J)(J+1:2*J) = '##'
      PRINT *, A(2), INDEX(A(2), '#'), INDEX(A(2), 'Q'),
     +  INDEX('BANANA', 'ANA'), INDEX('AB', 'ABC'), INDEX('A B', ' ')
      PRINT *, 'AB' .EQ. 'AB  ', 'AB' .LT. 'ABA', 'AB ' .LT. 'AB!',
     +  'B' .GT. 'ABCDEF', 'A' .NE. 'A ', ' ' .LE. '0'
      LT(1) = LLT('APPLE', 'APPLES')
      LT(2) = LGE('APPLE', 'APPLE ')
      LT(3) = LGT('a', 'B')
      LT(4) = LLE('9', 'A')
      LT(5) = LLT('A', 'A')
      LT(6) = LGT('Z', 'AAAA')
      PRINT *, LT
      DO 20 I = 65, 70
   20 S(I-64:I-64) = CHAR(I + 32)
      PRINT *, S, ICHAR(S(1:1)) - ICHAR('A'), ICHAR(CHAR(200))
      C = ''''
      PRINT *, C, 'IT''S', LEN('IT''S')
      CALL SORT(A, 3)
      PRINT *, A
      CALL REVERS(S(1:6))
      PRINT *, S
      END
      SUBROUTINE SORT(A, N)
      CHARACTER*(*) A(N), T*8
      DO 10 I = 1, N - 1
      DO 10 J = I + 1, N
        IF (LLE(A(I), A(J))) GO TO 10
        T = A(I)
        A(I) = A(J)
        A(J) = T
   10 CONTINUE
      END
      SUBROUTINE REVERS(S)
      CHARACTER*(*) S
      CHARACTER C
      DO 10 I = 1, LEN(S)/2
        J = LEN(S) + 1 - I
        C = S(I:I)
        S(I:I) = S(J:J)
   10 S(J:J) = C
      END
