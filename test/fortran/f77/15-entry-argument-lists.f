C     15.7: ENTRY with argument lists that differ in number, order and type, in functions and subroutines.
      PROGRAM ENTRYS
      REAL AREA, CIRC, F, SCALED
      INTEGER NTH
      CHARACTER*6 NAME, FIRST, LAST
      DOUBLE PRECISION DTWICE
      EXTERNAL AREA, CIRC, SCALED, NTH
      CALL START(3)
      CALL ADD(1.5, 2)
      CALL ADD(0.25, 4)
      CALL REPORT
      CALL START(10)
      CALL BOTH(7, 'ABC', 2.0)
      CALL REPORT
      PRINT *, AREA(2., 3.), CIRC(4.)
      PRINT *, NTH(7), SCALED(2.5)
      PRINT *, FIRST('HAZE', 2), LAST(3, 'FORTRAN')
      PRINT *, F(2.), DTWICE(4D0)
      NAME = FIRST('XYZUVW', 6)
      PRINT *, NAME, '|', LAST(1, 'Q'), '|'
      END
      SUBROUTINE START(N)
      INTEGER N, K, TOTAL
      REAL X, SUM
      CHARACTER*(*) TEXT
      SAVE SUM, TOTAL
      SUM = 0
      TOTAL = N
      RETURN
      ENTRY ADD(X, K)
      SUM = SUM + X*K
      TOTAL = TOTAL + K
      RETURN
      ENTRY BOTH(K, TEXT, X)
      TOTAL = TOTAL + K + LEN(TEXT)
      SUM = X
      PRINT *, 'BOTH ', TEXT
      RETURN
      ENTRY REPORT
      PRINT *, 'SUM', SUM, ' TOTAL', TOTAL
      END
      REAL FUNCTION AREA(A, B)
      REAL A, B, R
      AREA = A*B
      RETURN
      ENTRY CIRC(R)
      CIRC = 3*R
      END
      INTEGER FUNCTION NTH(N)
      REAL SCALED, X
      NTH = N*N
      RETURN
      ENTRY SCALED(X)
      SCALED = X*10
      END
      CHARACTER*6 FUNCTION FIRST(S, N)
      CHARACTER*6 LAST
      CHARACTER*(*) S
      FIRST = S(1:N)
      RETURN
      ENTRY LAST(N, S)
      FIRST = S(LEN(S)-N+1:)
      END
      REAL FUNCTION F(X)
      DOUBLE PRECISION DTWICE, D
      F = X + 1
      RETURN
      ENTRY DTWICE(D)
      DTWICE = 2*D
      END
