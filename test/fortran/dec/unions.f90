! flags: -fdec-structure
! UNION and MAP: the same bytes under several names, unions in unions, in arrays, COMMON and EQUIVALENCE.
program unions
  implicit none
  structure /word/
    integer(1) tag
    union
      map
        integer(4) whole
      end map
      map
        integer(2) low, high
      end map
      map
        character byte(4)
      end map
      map
        real(4) number
      end map
    end union
    integer(1) last
  end structure
  structure /register/
    union
      map
        character(8) all
      end map
      map
        character(4) left
        union
          map
            character(4) right
          end map
          map
            character(2) third, fourth
          end map
        end union
      end map
    end union
  end structure
  structure /filled/
    integer :: before = 5
    union
      map
        integer :: a = 1600
        integer :: b = 1800
      end map
      map
        integer(2) p, q, r, s, t, u
      end map
    end union
    real(8) :: after = 0.5d0
  end structure
  record /word/ w, many(3)
  record /register/ r
  record /filled/ f
  record /register/ c
  character(8) text
  integer i, same(3)
  common /block/ c, i
  equivalence (w, same)

  w.tag = 1
  w.last = 2
  w.whole = 65536 * 3 + 4
  print *, w.low, w.high, w.tag, w.last, same(2)
  w.number = 1.0
  print '(z8.8, 4z3.2)', w.whole, ichar(w.byte)
  w.low = 0
  w.high = 16448
  print *, w.number

  many = w
  many(2).byte(4) = char(65)
  print *, many.number, sizeof(many), sizeof(r), sizeof(f)

  r.all = 'abcdefgh'
  r.third = 'XY'
  print *, r.left, '|', r.right, '|', r.fourth, '|', r.all
  print *, f.before, f.a, f.b, f.after
  f.u = 3
  print *, f.u, f.p, f.b

  i = 12
  c.all = 'commonly'
  c.fourth = '--'
  call show
  read (*, '(a)', iostat=i) text
contains
  subroutine show
    record /register/ d
    integer j
    common /block/ d, j
    print *, d.right, j
  end subroutine
end program
