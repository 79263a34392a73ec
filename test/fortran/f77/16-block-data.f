C     16 and 17: BLOCK DATA, COMMON of all types, EQUIVALENCE within and between.
      PROGRAM BLOCKS
      COMMON /NUM/ I, R, D, Z, L
      DOUBLE PRECISION D, DD(2)
      COMPLEX Z, CC
      LOGICAL L
      COMMON /TXT/ S, T(2)
      CHARACTER*4 S, T, U*8
      INTEGER A(6), B(2,3), C(4)
      REAL X(4), Y, RE, RI
      EQUIVALENCE (A(1), B(1,1)), (A(3), C(1)), (X(2), Y), (DD(1), X(1))
      EQUIVALENCE (CC, RE), (T(1), U)
      REAL PAIR(2)
      EQUIVALENCE (CC, PAIR(1))
      PRINT *, I, R, D, Z, L
      PRINT *, S, T
      DO 10 K = 1, 6
   10 A(K) = K
      PRINT *, B, C
      B(2,2) = 40
      PRINT *, A(4), C(2)
      X(2) = 2.5
      PRINT *, Y
      CC = (1.5, -2.5)
      PRINT *, PAIR, RE
      U = 'QRSTUVWX'
      PRINT *, T(1), T(2)
      END
      BLOCK DATA INITS
      COMMON /NUM/ I, R, D, Z, L
      DOUBLE PRECISION D
      COMPLEX Z
      LOGICAL L
      COMMON /TXT/ S, T(2)
      CHARACTER*4 S, T
      DATA I, R, D, Z, L /7, 2.5, 1D-3, (1,-1), .TRUE./
      DATA S, T /'ABCD', 'EF', 'GHIJ'/
      END
      BLOCK DATA
      COMMON /OTHER/ K(3)
      DATA K /3*9/
      END
