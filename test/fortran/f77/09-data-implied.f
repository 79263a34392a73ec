C     9: DATA with nested implied DO, steps, repeat counts by constant names, conversion, substrings, complex, logical.
      PROGRAM DATAS
      PARAMETER (N = 4, M = 3, PI = 3.25)
      INTEGER A(N,N), LOW(N,N), TRI(6), ODD(9), EVENS(10)
      REAL R(5), CUBE(2,2,2)
      DOUBLE PRECISION D(2)
      COMPLEX Z(2)
      LOGICAL FLAG(5)
      CHARACTER WORD*8, LIST(3)*4, GRID(2,2)
      DATA ((A(I,J), J = 1, N), I = 1, N) /M*1, M*2, M*3, M*4, N*5/
      DATA ((LOW(I,J), J = 1, I), I = 1, N) /1, 2, 3, 4, 5, 6, 7, 8,
     +  9, 10/
      DATA (LOW(1,J), J = 2, N), ((LOW(I,J), I = 2, J-1), J = 3, N)
     + /3*-1, 3*-2/
      DATA (ODD(K), K = 1, 9, 2) /5*7/, (ODD(K), K = 8, 2, -2) /8, 6,
     +  4, 2/
      DATA (EVENS(2*K), EVENS(2*K-1), K = 1, 5) /1, 2, 3, 4, 5, 6, 7,
     +  8, 9, 10/
      DATA R /1, 2.5, -3, PI, 1D2/, D /1.5, 3/, Z /(1, 2.5), (-1.5, 0)/
      DATA CUBE(1,1,1), (((CUBE(I,J,K), I = 2, 2), J = 1, 1), K = 1,
     +  1) /2*0.5/
      DATA ((CUBE(I,2,K), I = 1, 2), K = 1, 2), (CUBE(I,1,2), I = 1,
     +  2) /4*1.5, 2*2.5/
      DATA FLAG /.TRUE., 3*.FALSE., .TRUE./, TRI /6*0/
      DATA WORD(1:3), WORD(6:) /'ABCDE', 'X'/, WORD(4:5) /'--'/
      DATA (LIST(I)(1:2), I = 1, 3) /'AA', 'B', 'CCC'/, (LIST(I)(3:4),
     +  I = 1, 3) /3*'..'/
      DATA GRID /'A', 'B', 'C', 'D'/
      DO 10 I = 1, N
   10 PRINT 100, (A(I,J), J = 1, N), (LOW(I,J), J = 1, N)
      PRINT 110, ODD, EVENS, TRI
      PRINT *, R, D
      PRINT *, Z, CUBE
      PRINT *, FLAG
      PRINT *, WORD, '|', LIST, '|', GRID
      CALL TWICE
      CALL TWICE
  100 FORMAT (1X, 4I4, 4X, 4I4)
  110 FORMAT (1X, 9I3, /, 1X, 10I3, /, 1X, 6I2)
      END
      SUBROUTINE TWICE
      INTEGER FIRST, TABLE(3)
      SAVE FIRST
      DATA FIRST /1/, (TABLE(I), I = 1, 3) /10, 20, 30/
      PRINT *, FIRST, TABLE(FIRST)
      FIRST = FIRST + 1
      END
