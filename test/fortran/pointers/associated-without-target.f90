! ASSOCIATED is false if the target is a disassociated pointer, also for characters.
program main
  character(:), pointer :: x, y => null()
  character, pointer :: u, v => null()
  character(4), target :: text = 'abcd'
  type t
    character(:), pointer :: c => null()
    character(2), pointer :: d => null()
    real, pointer :: r => null()
  end type
  type(t) :: a, b
  x => text
  u => text(1:1)
  print *, associated(x, y), associated(u, v), associated(x, u), associated(u, text), associated(x, text)
  print *, associated(a%c, b%c), associated(x, a%c), associated(a%d, b%d), associated(a%r, b%r)
  y => x
  v => u
  a%c => text
  b%c => a%c
  print *, associated(x, y), associated(u, v), associated(a%c, b%c), associated(y, a%c)
  y => text(1:0)
  x => y
  print *, associated(x, y)
end program
