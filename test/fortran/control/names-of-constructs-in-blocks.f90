! Names of constructs are local to a BLOCK, and to the program unit outside of blocks (Fortran 2018, 19.3.1).
program p
  integer :: i, j, inner = 5
  lp: do i = 1, 2
    a: block
      lp: do j = 1, 3
        if (j == 2) cycle lp
        if (j == 3) exit lp
        print *, 'block', i, j
      end do lp
      inner: if (i == 1) then
        cycle
      end if inner
    end block a
    print *, 'loop', i
  end do lp
  block
    lp: select case (inner)
    case (5)
      block
        lp: associate (x => i)
          print *, 'select', x
        end associate lp
      end block
    end select lp
  end block
end program
