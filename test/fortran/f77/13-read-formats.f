      PROGRAM RDF
      CHARACTER*80 L
      INTEGER I, J, K
      REAL X, Y, Z
      DOUBLE PRECISION D
      LOGICAL P, Q
      COMPLEX C
      CHARACTER*3 A, B*6
      L = '  12 34  5'
      READ (L, '(I4, I3, I3)') I, J, K
      PRINT *, I, J, K
      READ (L, '(BZ, I5, I3)') I, J
      PRINT *, I, J
      L = '12345678 1.5E2  -3.25'
      READ (L, '(F4.2, F4.0, E6.1, F8.3)') X, Y, Z, D
      PRINT *, X, Y, Z, D
      L = 'T F.TRUE.ABCDEFGHI'
      READ (L, '(L1, L2, L6, A3, A6)') P, Q, P, A, B
      PRINT *, P, Q, A, B
      READ (L, '(T10, A2, TR1, A2, TL5, A1)') A, B, L
      PRINT *, A, B, L(1:3)
      L = ' 1.5 -2.5'
      READ (L, '(2F5.1)') C
      PRINT *, C
      L = '1,2,3'
      READ (L, *) I, J, K
      PRINT *, I, J, K
      L = '3*7, (1.0,2.0), ''IT''''S'' /'
      READ (L, *) I, J, K, C, B, X
      PRINT *, I, J, K, C, B
      L = '5,,8'
      J = 99
      READ (L, *) I, J, K
      PRINT *, I, J, K
      L = '  1P  '
      READ (L, '(BN,I3)', ERR=10) I
      PRINT *, I
      GO TO 20
   10 PRINT *, 'ERROR'
   20 L = '1234'
      READ (L, '(2PF4.1, 0P)') X
      PRINT *, X
      READ (L, '(I2, /)', IOSTAT=I) J
      PRINT *, I, J
      READ (L, '(Z4)') I
      READ (L, '(O4)') J
      PRINT *, I, J
      END
