      PROGRAM OTHERS
C     arguments whose types and ranks differ from the dummies, which
C     use them as they are in memory
      INTEGER IA(4), I
      REAL X(2,3), S
      DOUBLE PRECISION D(3)
      COMPLEX Z(2)
      CHARACTER*8 C
      LOGICAL L
      EXTERNAL RF
      DATA IA /1,2,3,4/, X /1.,2.,3.,4.,5.,6./, D /1D0,2D0,3D0/
      DATA Z /(1.,2.),(3.,4.)/, C /'ABCDEFGH'/
      S = 9.5
      I = 5
      CALL TAKEI(X, 3)
      CALL TAKEI(S, 1)
      CALL TAKER(X(2,2), 3)
      CALL TAKER(Z, 4)
      CALL TAKER(Z(2), 2)
      CALL TAKER(S, 1)
      CALL TAKER2(X, 2, 2)
      CALL TAKED(D(2))
      CALL TAKEL(I)
      CALL TAKEI(4HABCD, 1)
      CALL TAKEI('WXYZ', 1)
      CALL TAKEC(C, 2)
      CALL TAKESC(X)
      CALL TAKEI(C, 2)
      CALL TAKEW(8HHOLLRITH)
      PRINT *, RF(1.5)
      END
      SUBROUTINE TAKEI(K, N)
      INTEGER K(N)
      PRINT 1, (K(J), J=1,N)
    1 FORMAT(1X,8I12)
      END
      SUBROUTINE TAKER(K, N)
      REAL K(*)
      PRINT *, (K(J), J=1,N)
      END
      SUBROUTINE TAKER2(K, N, M)
      REAL K(N,M)
      PRINT *, K
      END
      SUBROUTINE TAKED(D)
      DOUBLE PRECISION D
      PRINT *, D
      END
      SUBROUTINE TAKEL(I)
      LOGICAL I
      PRINT *, I
      END
      SUBROUTINE TAKEC(C, N)
      CHARACTER*4 C(N)
      PRINT *, C
      END
      SUBROUTINE TAKESC(S)
      REAL S
      PRINT *, S
      END
      SUBROUTINE TAKEW(S)
      INTEGER S(2)
      PRINT 1, S
    1 FORMAT(1X,2A4)
      END
      REAL FUNCTION RF(S)
      REAL S
      RF = S
      END
