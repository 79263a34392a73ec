C     4: integer, real, double precision, complex, logical and character constants.
      PROGRAM CONST
      INTEGER I
      REAL R
      DOUBLE PRECISION D
      COMPLEX C
      LOGICAL L
      CHARACTER*10 S
      PARAMETER (MAX = 2147483647, MIN = -2147483647)
      PARAMETER (PI = 3.14159, TWOPI = 2.0*PI, Z = 1E-5)
      PARAMETER (D = 1.5D2, C = (1.0, -2.5), L = .TRUE., S = 'IT''S')
      CHARACTER*(*) T, E
      PARAMETER (T = 'LONG '//'AND SHORT', E = T(1:4))
      INTEGER NINE, LEN9
      PARAMETER (NINE = 3**2, LEN9 = NINE + 10/3)
      PRINT *, MAX, MIN
      PRINT *, PI, TWOPI, Z
      PRINT *, D, C, L, S
      PRINT *, T, E, LEN(T), LEN(E)
      PRINT *, NINE, LEN9
      PRINT *, 1., .5, 1.E3, 1E3, 5.E-1, +.5E+1, -0.0
      PRINT *, 1D0, 1.D-3, .5D10, 12D+2
      PRINT *, (1,2), (1.0E1,-2), (-3.5,.5)
      I = 010
      R = 16777217
      PRINT *, I, R, -2**2, 2**3**2, -7/2, 7/(-2)
      PRINT *, .FALSE., 'A''B''''C', ''''
      END
