* flags: -ffixed-line-length-132 -fd-lines-as-code
* Lines of fixed form with code up to column 132, and lines of code with D in the first column.
      PROGRAM WIDE
      INTEGER COUNT
      COUNT = 1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 10 + 11 + 12 + 13 + 14 + 15 + 16 + 17 + 18 + 19 + 20                               +100000
      PRINT *, COUNT, 'A constant that goes on behind column 72, and is not cut there'
D     PRINT *, 'debugging', COUNT
d 10  CONTINUE
      IF (COUNT .GT. 0) PRINT '(2A)', 'it has the blanks up to the last column of its
     & line: ', 'ends'
      END
