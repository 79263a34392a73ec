! ASSOCIATE with variables, expressions, array sections and components; nested; assignment through the name.
program associates
  implicit none
  type box
    real :: size(3) = [1., 2., 3.]
    character(4) :: name = 'box '
  end type
  type(box), target :: boxes(2)
  integer :: m(3, 3), i
  m = reshape([(i, i = 1, 9)], [3, 3])
  associate (row => m(2, :), total => sum(m), last => boxes(2))
    row = row*10
    last%name = 'last'
    last%size(1) = total
    print *, row, total, size(row), lbound(row)
  end associate
  print *, m(2, :), boxes(2)%name, boxes(2)%size
  associate (a => boxes(1)%size, n => len(boxes(1)%name))
    associate (b => a(2:), c => a(1) + n)
      b = [20., 30.]
      print *, c, b
    end associate
    print *, a, n
  end associate
  associate (x => m(::2, ::2), y => m(1, 1)*2)
    x = -x
    print *, x, y
  end associate
  print *, m
  associate (s => 'literal' // ' text', z => (1., 2.))
    print *, s, len(s), s(1:3), real(z)
  end associate
end program
