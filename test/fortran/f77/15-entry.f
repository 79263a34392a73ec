      PROGRAM ENTRIES
      REAL F, G
      EXTERNAL F, G
      INTEGER N
      PRINT *, F(2.0), G(3.0, 4.0)
      CALL INIT(5)
      CALL BUMP
      CALL BUMP
      CALL SHOW(N)
      PRINT *, N
      CALL ALT(1, *10, *20)
      PRINT *, 'NORMAL'
      GO TO 30
   10 PRINT *, 'FIRST ALTERNATE'
      CALL ALT(2, *10, *20)
   20 PRINT *, 'SECOND ALTERNATE'
      CALL ALT(3, *10, *20)
      PRINT *, 'NO ALTERNATE'
   30 END
      REAL FUNCTION F(X)
      F = X * X
      RETURN
      ENTRY G(X, Y)
      G = X + Y
      END
      SUBROUTINE INIT(M)
      SAVE K
      K = M
      RETURN
      ENTRY BUMP
      K = K + 1
      RETURN
      ENTRY SHOW(L)
      L = K
      END
      SUBROUTINE ALT(I, *, *)
      IF (I .EQ. 3) RETURN
      RETURN I
      END
