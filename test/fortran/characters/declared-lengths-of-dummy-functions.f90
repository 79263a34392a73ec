! A dummy function, too, has the length that a caller declares for a CHARACTER(*) function.
character(*) function star(x)
  character(*) :: x
  star = x // '********'
end function
program main
  character(4), external :: star
  call show(star)
  call pass_on(star)
contains
  subroutine show(f)
    character(*), external :: f
    character(20) :: text
    text = f('q')
    print *, text, len(f('q'))
  end subroutine
  subroutine pass_on(f)
    procedure(character(*)) :: f
    call show(f)
  end subroutine
end program
