C     5: array declarators, subscripts in every dimension, adjustable and assumed-size dummies, substrings.
      PROGRAM ARRAYS
      DIMENSION A(3), B(0:2), C(-2:2, 3), D(2,2,2,2,2,2,2)
      INTEGER A, B, C, D, E(2:3,-1:0,5:6)
      REAL V(10), W(3,4)
      COMMON /BLK/ K(5)
      CHARACTER*5 S(2), T
      INTEGER I1, I2, I3, I4, I5, I6, I7, SUM
      DATA S /'ABCDE', 'FGHIJ'/
      DO 10 I = 1, 3
      A(I) = I*I
   10 B(I-1) = -I
      DO 20 J = 1, 3
      DO 20 I = -2, 2
   20 C(I,J) = 10*I + J
      N = 0
      DO 30 I7 = 1, 2
      DO 30 I6 = 1, 2
      DO 30 I5 = 1, 2
      DO 30 I4 = 1, 2
      DO 30 I3 = 1, 2
      DO 30 I2 = 1, 2
      DO 30 I1 = 1, 2
      N = N + 1
   30 D(I1,I2,I3,I4,I5,I6,I7) = N
      PRINT *, A, B
      PRINT '(5I5)', C
      PRINT *, D(1,2,1,2,1,2,1), D(2,2,2,2,2,2,2), D(2,1,1,1,1,1,2)
      E(2,-1,5) = 1
      E(3,0,6) = 8
      PRINT *, E(2,-1,5), E(3,0,6)
      PRINT *, A(A(2)-2), B(MOD(7,3)), C(B(0),A(1))
      CALL FILL (V, 10, W, 3, 4)
      PRINT '(5F6.1)', V
      PRINT '(3F6.1)', W
      CALL STAR (V, W)
      T = S(1)(2:3)//S(2)(4:)
      PRINT *, T, S(2)(:2), S(1)(5:5)
      S(2)(2:4) = 'xyz'
      I = 2
      PRINT *, S(I), S(I)(I:I+1)
      END
      SUBROUTINE FILL (X, N, Y, L, M)
      REAL X(N), Y(L, M)
      DO 1 I = 1, N
    1 X(I) = I
      DO 2 J = 1, M
      DO 2 I = 1, L
    2 Y(I,J) = I + J/10.
      END
      SUBROUTINE STAR (P, Q)
      REAL P(*), Q(0:2, 2, *)
      PRINT *, P(10), Q(2,1,1), Q(0,2,2)
      END
