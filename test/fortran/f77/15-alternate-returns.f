C     15.6.2.3, 15.8.3: alternate returns: between other arguments, out of range, through ENTRY, out of loops, passed on.
      PROGRAM ALTRET
      INTEGER I, HITS(4)
      DATA HITS /4*0/
      DO 50 I = -2, 4
        CALL PICK(I, *10, *20, *30)
        HITS(4) = HITS(4) + 1
        GO TO 50
   10   HITS(1) = HITS(1) + 1
        GO TO 50
   20   HITS(2) = HITS(2) + 1
        GO TO 50
   30   HITS(3) = HITS(3) + 1
   50 CONTINUE
      PRINT *, HITS
      X = 2.
      CALL MIXED(*60, X, *70, 'TEXT')
      PRINT *, 'NORMAL', X
   60 PRINT *, 'SIXTY', X
      CALL OTHER('LONGER', *70, X, *80)
      PRINT *, 'NORMAL', X
   70 PRINT *, 'SEVENTY', X
   80 PRINT *, 'EIGHTY', X
      N = 0
   90 N = N + 1
      CALL RELAY(N, *90, *100)
      PRINT *, 'AFTER RELAY', N
      IF (N .EQ. 5) GO TO 100
      GO TO 90
  100 PRINT *, 'DONE', N
      CALL QUIET(*110)
      PRINT *, 'QUIET CAME BACK'
  110 CONTINUE
      END
      SUBROUTINE PICK(N, *, *, *)
      RETURN N
      END
      SUBROUTINE MIXED(*, X, *, TEXT)
      CHARACTER*(*) TEXT
      X = X*LEN(TEXT)
      IF (X .GT. 7.) RETURN 1
      RETURN 2
      ENTRY OTHER(TEXT, *, X, *)
      X = X + LEN(TEXT)
      IF (TEXT .EQ. 'LONGER') RETURN 2
      RETURN
      END
      SUBROUTINE RELAY(N, *, *)
      CALL PICK(N - 2, *10, *20, *30)
      RETURN 1
   10 RETURN
   20 RETURN 1 + 1 - 1
   30 PRINT *, 'THIRD'
      RETURN
      END
      SUBROUTINE QUIET(*)
      END
