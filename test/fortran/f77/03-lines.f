C     X3.9-1978, 3.2 and 3.3: comment lines, initial lines, continuation lines, blanks, labels.
* A COMMENT WITH AN ASTERISK
c a comment in lower case

      PROGRAM LINES
      INTEGER A
     1,B,
     2 C
      CHARACTER*30 S
      A = 1
     +  + 2
     A  + 3
     B  + 4
     C  + 5
     D  + 6
     E  + 7
     F  + 8
     G  + 9
     H  + 10
     I  + 11
     J  + 12
     K  + 13
     L  + 14
     M  + 15
     N  + 16
     O  + 17
     P  + 18
     Q  + 19
     R  + 20
C     BLANKS ARE NOT SIGNIFICANT OUTSIDE CHARACTER CONSTANTS
      B = 1 0 0 0
      D O 10 I = 1, 3
      G O T O 5
      B = -1
    5 CONTI NUE
   10 B = B + I
 0 20 C = 7
      S = 'A CONSTANT THAT GOES ON BEHIND COLUMN SEV
     1ENTY-TWO'
      DO20I=1.5
      PRINT *, A, B, C
      PRINT *, S
      PRINT *, DO20I
      IF (A .EQ. 210) THEN
      ENDIF
      ENDFILE = 3
      FORMAT = 4
      READ = FORMAT + ENDFILE
      PRINT *, READ
      IF = 5
      DO = 6
      PRINT *, IF, DO
      END
