C     9: DATA with repeats, implied DO, substrings, partial arrays, conversions.
      PROGRAM DATAS
      INTEGER A(5), B(3,3), C(10), E(2,2,2)
      REAL X, Y(4)
      DOUBLE PRECISION D
      COMPLEX Z(2)
      LOGICAL L(4)
      CHARACTER*4 S, T(3), U*10
      PARAMETER (N = 3)
      DATA A /1, 2*7, 2*-1/, X /2/, Y /4*0.5/
      DATA ((B(I,J), I = 1, J), J = 1, 3) /6*1/, ((B(I,J), I = J+1, 3),
     +   J = 1, 2) /N*0/
      DATA (C(I), I = 1, 9, 2) /5*1/, (C(I), I = 10, 2, -2) /1, 2, 3, 4,
     +   5/
      DATA D /1.5/, Z /(1,2), (3.0,-4)/, L /2*.TRUE., .FALSE., .TRUE./
      DATA S(1:2) /'AB'/, S(3:4) /'CD'/, T /'A', 'LONGER', 3Habc/
      DATA U(1:5), U(6:) /2*'XYZ'/
      DATA (((E(I,J,K), K = 1, 2), J = 1, 2), I = 1, 2) /1, 2, 3, 4, 5,
     +   6, 7, 8/
      PRINT *, A
      PRINT '(3I3)', B
      PRINT *, C
      PRINT *, D, X, Y, Z, L
      PRINT *, S, T, U, '|'
      PRINT *, E
      END
