C Old formats for reading have no period after the width of a real: this means zero digits.
      program p
      real a, b, c
      character*12 line
      line = '1234 56+7895'
      read (line, '(f4,e3,d5)') a, b, c
      print *, a, b, c
      read (line, 10) a, b
   10 format (f2,1x,f3.1)
      print *, a, b
      end
