      BLOCK DATA INIT
      COMMON /SHARED/ A(3), N, NAME
      REAL A
      INTEGER N
      CHARACTER*8 NAME
      DATA A /1.0, 2.0, 3.0/, N /7/, NAME /'INITIAL'/
      END
      PROGRAM COMDAT
      COMMON /SHARED/ A(3), N, NAME
      CHARACTER*8 NAME
      COMMON X, Y, IX(4)
      DIMENSION B(2,3), C(10)
      LOGICAL FLAG
      COMPLEX Z
      DOUBLE PRECISION D
      DATA B /6*1.5/, (C(I), I=1,5) /5*2.0/, (C(I), I=6,10) /3*3.0,2*-1/
      DATA FLAG /.TRUE./, Z /(1.0,-2.0)/, D /1.5D-3/
      INTEGER IM(2,2)
      DATA ((IM(I,J), I=1,2), J=1,2) /1, 2, 3, 4/
      PRINT *, A, N, NAME
      PRINT *, B
      PRINT *, C
      PRINT *, FLAG, Z, D
      PRINT *, IM
      X = 1.25
      Y = X * 2
      DO 10 I = 1, 4
   10 IX(I) = I * I
      CALL SUB
      PRINT *, X, Y, IX
      END
      SUBROUTINE SUB
      COMMON X, Y, IX(2), JX(2)
      COMMON /SHARED/ A1, A2, A3, NN
      PRINT *, 'SUB', X, Y, IX, JX, A2, NN
      JX(2) = -5
      X = 9.0
      END
