C     13.6.2: list-directed output: columns, long lists over lines, characters side by side.
      PROGRAM LWRITE
      INTEGER I(20)
      REAL X(8)
      DOUBLE PRECISION D(5)
      COMPLEX C(3)
      LOGICAL L(5)
      CHARACTER*30 S(4)
      DO 10 K = 1, 20
   10 I(K) = K**5
      DO 20 K = 1, 8
   20 X(K) = 10.0**(2*K - 8)/3
      DO 30 K = 1, 5
   30 D(K) = 10D0**(5*K - 15)*7/3
      DATA C /(1,2), (-3.5,1E10), (0,-1E-5)/, L /3*.TRUE., 2*.FALSE./
      DATA S /'one', 'two', 'three', 'four'/
      PRINT *, I
      PRINT *, X
      PRINT *, D
      PRINT *, C
      PRINT *, L
      PRINT *, S
      PRINT *, 1, 'A', 2.5, .TRUE., 'B', 'C', (1,-1)
      PRINT *
      PRINT *, ' '
      WRITE (6, *) 0.1, 0.01, 1E6, 1E7, 1E9, 123456789.
      WRITE (6, *) 0D0, -1D-5, 1D15, 1D16, 1D17, 1D18, 0.1D0
      PRINT *, 'AB'//'CD', LEN('X'), MAX(1, 2)
      END
