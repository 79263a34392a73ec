C     12.8.2: lists with implied DO, nested and backwards, arrays, substrings, expressions; reading a subscript first.
      PROGRAM LISTS
      INTEGER A(3,4), V(6)
      CHARACTER*6 S(2)
      DO 10 I = 1, 3
      DO 10 J = 1, 4
   10 A(I,J) = 10*I + J
      DATA S /'ABCDEF', 'GHIJKL'/
      WRITE (*, 100) A
      WRITE (*, 100) ((A(I,J), J = 1, 4), I = 1, 3)
      WRITE (*, 100) (A(I,I), I = 3, 1, -1), (I, I*I, I = 1, 3)
      WRITE (*, 100) (A(1,J), (A(I,J), I = 2, 3), J = 1, 4, 3)
  100 FORMAT (12I4)
      WRITE (*, 110) (S(I)(I:I+2), I, I = 1, 2), S(1)//S(2), 3 + 4
  110 FORMAT (2(A, I2), A, I4)
      WRITE (*, 120) (I, I = 1, 0), 5
  120 FORMAT (I5)
      READ (*, *) N, (V(I), I = 1, N)
      PRINT *, N, (V(I), I = 1, N)
      READ (*, *) K, V(K)
      PRINT *, V
      READ (*, 130) N, (V(I), I = N, 1, -1)
  130 FORMAT (I1, 6I2)
      PRINT *, (V(I), I = 1, N)
      PRINT *, ((I*10 + J, I = 1, 2), J = 1, 2), (X, X = 1.0, 2.0, 0.5)
      END
