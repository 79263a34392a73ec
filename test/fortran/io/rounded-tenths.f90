program p
  implicit none
  call checkfmt("(RU,G10.2)", .099)
  call checkfmt("(RC,G10.1)", .095)
  call checkfmt("(RU,G10.3)", .0999)
  call checkfmt("(RU,G10.3)", -.0999)
  call checkfmt("(RD,G10.3)", -.0999)
  call checkfmt("(RU,G10.2)", .0985)
  call checkfmt("(RN,G10.2)", .0995)
  call checkfmt("(RN,G10.2)", .0994)
  call checkfmt("(RC,G10.2)", .0994)
  call checkfmt("(RZ,G10.2)", .0999)
contains
  subroutine checkfmt(fmt, x)
    character(*), intent(in) :: fmt
    real, intent(in) :: x
    character(80) :: s
    write (s, fmt) x
    print *, fmt, ' [', trim(s), ']'
    write (s, fmt) real(x, 8)
    print *, fmt, ' [', trim(s), ']'
  end subroutine
end program
