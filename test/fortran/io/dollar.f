C     The edit descriptor $ keeps the record open, even when the format starts over.
      PROGRAM DOLLAR
      CHARACTER*40 LINE
   10 FORMAT (I3,$)
   20 FORMAT (A,$)
      OPEN (10, STATUS='SCRATCH')
      WRITE (10,10) 1
      WRITE (10,10) 2,3,4,5
      WRITE (10,20) ' X', 'YZ'
      WRITE (10,'(A)') ' END'
      WRITE (10,'(I2,$,/,A)') 7, 'NEXT'
      REWIND (10)
   30 READ (10,'(A)',END=40) LINE
      PRINT *, LINE
      GO TO 30
   40 WRITE (*,10) 1,2
      WRITE (*,'(I4)') 3
      END
