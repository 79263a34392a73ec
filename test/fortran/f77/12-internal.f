C     12.2.5: internal files: variables, array elements, arrays, substrings.
      PROGRAM INTERN
      CHARACTER*10 S, A(3)*8, B*80
      WRITE (S, 10) 12, 3.5
   10 FORMAT (I4, F6.2)
      PRINT *, S, '|'
      READ (S, 10) I, X
      PRINT *, I, X
      WRITE (A, 20) 1, 2, 3
   20 FORMAT (I8)
      PRINT *, A
      READ (A, 20) I, J, K
      PRINT *, I, J, K
      WRITE (A(2), '(A)') 'SECOND'
      PRINT *, A(2), '|'
      WRITE (S(3:7), '(I5)') 98765
      PRINT *, S, '|'
      WRITE (B, '(3(I3, '',''), 1X, A)') 1, 2, 3, 'END'
      PRINT *, B(1:20), '|'
      READ (S, '(I5)', IOSTAT = IOS) I
      PRINT *, IOS
      READ (S, '(A4)', END = 30) B(1:4)
      PRINT *, B(1:4)
   30 READ (A, '(I8/I8/I8/I8)', END = 40) I, J, K, L
      PRINT *, 'NOT HERE'
   40 PRINT *, 'END OF ARRAY'
      DO 50 I = 1, 3
      WRITE (A(I), '(A, I1, ''('', I3.3, '')'')') 'X', I, I*I
   50 CONTINUE
      PRINT *, A
      END
