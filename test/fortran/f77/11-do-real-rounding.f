      PROGRAM TRIPS
C     iterations of loops over reals whose steps are not sums of powers of two
      INTEGER I, N, M
      REAL A, B, S, X
      DOUBLE PRECISION DA, DB, DS, D
      M = 0
      DO 30 I = 1, 40
        A = I*0.1
        B = A + I*0.3
        S = 0.1
        N = 0
        DO 10 X = A, B, S
   10   N = N + 1
        M = M + I*N
        DO 20 X = B, A, -S
   20   M = M + 1
   30 PRINT *, I, N, M
      DO 60 I = 1, 40
        DA = I*0.1D0
        DB = DA + I*0.3D0
        DS = 0.1D0
        N = 0
        DO 40 D = DA, DB, DS
   40   N = N + 1
        M = M + I*N
        DO 50 D = DB, DA, -DS
   50   M = M + 1
   60 PRINT *, I, N, M
      DO 70 X = 1.0, 0.1, -0.3
   70 PRINT *, X
      END
