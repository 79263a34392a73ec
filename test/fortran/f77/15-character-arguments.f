C     15.9.3: characters as arguments: assumed length, parts of arrays, substrings, functions of them.
      PROGRAM CHARG
      CHARACTER*8 A(3), B
      CHARACTER*(*) P
      PARAMETER (P = 'CONSTANT')
      CHARACTER*4 UP
      DATA A /'FIRST', 'SECOND', 'THIRD'/
      CALL SHOW (A(2))
      CALL SHOW (A(2)(2:4))
      CALL SHOW ('LITERAL')
      CALL SHOW (P)
      CALL SHOW (P//'!')
      CALL ALL (A, 3)
      CALL PART (A)
      B = UP('abcd')//UP('xy')
      CALL SHOW (B)
      CALL EDIT (B(3:6))
      CALL SHOW (B)
      CALL TWICE (A(1), A(3))
      PRINT *, A
      END
      SUBROUTINE SHOW (S)
      CHARACTER*(*) S
      PRINT *, LEN(S), '[', S, ']'
      END
      SUBROUTINE ALL (S, N)
      CHARACTER*(*) S(N)
      PRINT *, LEN(S(1)), (S(I)(1:2), I = 1, N)
      END
      SUBROUTINE PART (S)
      CHARACTER*4 S(6)
      PRINT *, S(3), '|', S(4), '|'
      END
      CHARACTER*4 FUNCTION UP (S)
      CHARACTER*(*) S
      UP = S
      DO 1 I = 1, LEN(S)
    1 UP(I:I) = CHAR(ICHAR(S(I:I)) - 32)
      END
      SUBROUTINE EDIT (S)
      CHARACTER*(*) S
      S(2:3) = '--'
      END
      SUBROUTINE TWICE (S, T)
      CHARACTER*(*) S, T
      T = S(1:2)//T(3:)
      END
