! NAMELIST: character constants without apostrophes or quotes are errors, unless they begin with a digit.
program namelist_undelimited
  implicit none
  character(8) :: s, t(2)
  integer :: i
  namelist /one/ s, t, i
  call show('&one s = abc /')
  call show('&one s = abc i = 3 /')
  call show("&one t = 'abc' Def i = 3 /")
  call show('&one t = "abc", "d e" i = 3 /')
  call show('&one s = 5 /')
  call show('&one s = 5ab, i = 4 /')
  call show('&one t = 2*abc, i = 4 /')
  call show("&one s = , t(2) = 'q' i = 4 /")
  call show('&one s = i = 4 /')
contains
  subroutine show(text)
    character(*), intent(in) :: text
    character(80) :: file, message
    integer :: status
    s = '-'
    t = '-'
    i = -1
    message = '-'
    file = text
    read (file, one, iostat=status, iomsg=message)
    print *, status, trim(message)
    if (status == 0) print *, s, t, i
  end subroutine
end program
