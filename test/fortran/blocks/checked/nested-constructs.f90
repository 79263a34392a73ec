! Nested constructs: SELECT in DO in BLOCK in IF, ASSOCIATE around loops, labels of constructs, deep nesting.
program nested_constructs
  implicit none
  integer :: i, j, n(3) = [2, 5, 9]
  logical :: done
  do i = 1, size(n)
    associate (x => n(i), rest => n(i + 1:))
      block
        integer :: t(x)
        t = [(j*x, j = 1, x)]
        if (sum(t) > 20) then
          select case (x)
          case (5)
            do j = 1, x
              if (t(j) == 15) exit
              if (mod(t(j), 10) == 0) cycle
              print *, 'five', t(j)
            end do
          case default
            where (t > 40)
              t = -t
            elsewhere
              t = 0
            end where
            print *, t
          end select
        else
          print *, 'small', t, size(rest)
        end if
      end block
      x = x + 100
    end associate
  end do
  print *, n
  done = .false.
  a: do
    b: do i = 1, 3
      c: do j = 1, 3
        if (i + j == 5) then
          done = .true.
          exit b
        else if (i == j) then
          cycle c
        end if
        print *, i, j
      end do c
    end do b
    if (done) exit a
  end do a
  print *, i, j
end program
