! Characters of deferred length: assignment, allocation, arrays, arguments, results, components.
program deferred_length
  implicit none
  character(:), allocatable :: s, t, lines(:)
  character(len=4) :: fixed = 'abcd'
  integer :: n
  s = 'hello'
  t = s // ', ' // 'world'
  print *, len(s), len(t), t
  s = s(2:4)
  print *, '[', s, ']', len(s)
  s = ''
  print *, len(s), allocated(s)
  s = repeat('ab', 3) // fixed
  print *, s
  allocate (character(len=7) :: lines(2))
  lines = ['one    ', 'three  ']
  print *, len(lines), lines
  deallocate (lines)
  lines = [character(5) :: 'alpha', 'be']
  print *, len(lines), size(lines), '|', lines(2), '|'
  deallocate (t)
  allocate (character(3) :: t)
  t = 'longer'
  print *, t, len(t)
  n = 4
  deallocate (t)
  allocate (character(n*2) :: t)
  t(:) = 'xyz'
  print *, '<', t, '>', len(t)
  call append(s, '!')
  print *, s, len_trim(s)
  print *, reversed('stressed'), len(reversed(s))
  print *, join([character(6) :: 'a', 'bb', 'ccc'], '-')
  call fill(t)
  print *, t
contains
  subroutine append(text, more)
    character(:), allocatable, intent(inout) :: text
    character(*), intent(in) :: more
    text = text // more
  end subroutine
  subroutine fill(text)
    character(:), allocatable, intent(out) :: text
    print *, allocated(text)
    text = 'filled'
  end subroutine
  function reversed(text) result(r)
    character(*), intent(in) :: text
    character(len(text)) :: r
    integer :: i
    do i = 1, len(text)
      r(i:i) = text(len(text) - i + 1:len(text) - i + 1)
    end do
  end function
  function join(words, separator) result(r)
    character(*), intent(in) :: words(:), separator
    character(:), allocatable :: r
    integer :: i
    r = trim(words(1))
    do i = 2, size(words)
      r = r // separator // trim(words(i))
    end do
  end function
end program
