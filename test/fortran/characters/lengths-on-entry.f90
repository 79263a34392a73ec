! Lengths of allocatable characters and pointers are those on entry, even if the variables that supplied them change.
module lengths
  implicit none
  integer :: width = 4
contains
  subroutine locals(n)
    integer, intent(inout) :: n
    character(n), allocatable :: word, words(:), others(:)
    character(width), allocatable :: short
    character(n), pointer :: target_word
    n = 2
    width = 1
    word = 'abcdefghij'
    short = 'abcdefghij'
    print *, len(word), word, '|', len(short), short, '|'
    deallocate (word)
    allocate (word)
    word = 'again and again'
    print *, len(word), word, '|'
    allocate (target_word)
    target_word = 'pointers'
    print *, len(target_word), target_word, '|'
    words = ['first one', 'secondone']
    allocate (others(3))
    others = 'other words'
    print *, len(words), words, '|', len(others), others, '|'
    deallocate (words, target_word)
    words = [character(2) :: 'a', 'b', 'c']
    print *, len(words), size(words), words, '|'
    call dummies(words, word)
    print *, len(words), size(words), words, '|', word, '|'
    width = 4
    n = 5
  end subroutine

  subroutine dummies(words, word)
    character(5), allocatable, intent(inout) :: words(:), word
    deallocate (words, word)
    words = ['a dummy argument']
    word = 'also a dummy'
  end subroutine

  function made(n) result(word)
    integer, intent(inout) :: n
    character(n), allocatable :: word
    n = 1
    word = 'made here'
  end function

  function many(n) result(words)
    integer, intent(inout) :: n
    character(n), allocatable :: words(:)
    n = 1
    allocate (words(2))
    words = 'many of them'
  end function
end module

program main
  use lengths
  implicit none
  integer :: n, times
  do times = 1, 2
    n = 5
    call locals(n)
  end do
  n = 5
  print *, made(n), '|', n
  n = 6
  print *, many(n), '|', n
end program
