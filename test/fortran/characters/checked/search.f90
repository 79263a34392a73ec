! Searching text: occurrences, wildcards, Levenshtein distance, Caesar cipher, run lengths, anagrams.
program search
  implicit none
  print *, occurrences('banana', 'an'), occurrences('aaaa', 'aa'), matches('fortran', 'f*t?an'), matches('fort', 'f?t')
  print *, distance('kitten', 'sitting'), distance('', 'abc'), distance('same', 'same')
  print *, caesar('Hello, World', 3), caesar(caesar('Hello, World', 3), -3)
  print *, run_lengths('aaabccd'), run_lengths('z')
  print *, is_anagram('listen', 'silent'), is_anagram('abc', 'abd'), title('the old man'), count_vowels('education')
contains
  pure integer function occurrences(text, part) result(n)
    character(*), intent(in) :: text, part
    integer :: i
    n = count([(text(i:i + len(part) - 1) == part, i = 1, len(text) - len(part) + 1)])
  end function
  recursive pure logical function matches(text, pattern) result(ok)
    character(*), intent(in) :: text, pattern
    if (len(pattern) == 0) then
      ok = len(text) == 0
    else if (pattern(1:1) == '*') then
      ok = matches(text, pattern(2:))
      if (.not. ok .and. len(text) > 0) ok = matches(text(2:), pattern)
    else if (len(text) == 0) then
      ok = .false.
    else
      ok = pattern(1:1) == '?' .or. pattern(1:1) == text(1:1)
      if (ok) ok = matches(text(2:), pattern(2:))
    end if
  end function
  pure integer function distance(a, b)
    character(*), intent(in) :: a, b
    integer :: d(0:len(a), 0:len(b)), i, j
    d(:, 0) = [(i, i = 0, len(a))]
    d(0, :) = [(j, j = 0, len(b))]
    do j = 1, len(b)
      do i = 1, len(a)
        d(i, j) = min(d(i - 1, j) + 1, d(i, j - 1) + 1, d(i - 1, j - 1) + merge(0, 1, a(i:i) == b(j:j)))
      end do
    end do
    distance = d(len(a), len(b))
  end function
  pure function caesar(text, shift) result(r)
    character(*), intent(in) :: text
    integer, intent(in) :: shift
    character(len(text)) :: r
    integer :: i
    do i = 1, len(text)
      select case (text(i:i))
      case ('a':'z'); r(i:i) = achar(modulo(iachar(text(i:i)) - 97 + shift, 26) + 97)
      case ('A':'Z'); r(i:i) = achar(modulo(iachar(text(i:i)) - 65 + shift, 26) + 65)
      case default; r(i:i) = text(i:i)
      end select
    end do
  end function
  function run_lengths(text) result(r)
    character(*), intent(in) :: text
    character(:), allocatable :: r
    integer :: i, n
    r = ''
    i = 1
    do while (i <= len(text))
      n = verify(text(i:), text(i:i)) - 1
      if (n < 0) n = len(text) - i + 1
      r = r // achar(48 + n) // text(i:i)
      i = i + n
    end do
  end function
  pure logical function is_anagram(a, b)
    character(*), intent(in) :: a, b
    integer :: i
    is_anagram = all([(count_of(a, achar(i)) == count_of(b, achar(i)), i = 97, 122)])
  end function
  pure integer function count_of(text, c)
    character(*), intent(in) :: text
    character, intent(in) :: c
    integer :: i
    count_of = count([(text(i:i) == c, i = 1, len(text))])
  end function
  pure function title(text) result(t)
    character(*), intent(in) :: text
    character(len(text)) :: t
    integer :: i
    t = text
    do i = 1, len(text)
      if (i > 1) then
        if (text(i - 1:i - 1) /= ' ') cycle
      end if
      if (t(i:i) >= 'a' .and. t(i:i) <= 'z') t(i:i) = achar(iachar(t(i:i)) - 32)
    end do
  end function
  pure integer function count_vowels(text)
    character(*), intent(in) :: text
    integer :: i
    count_vowels = 0
    do i = 1, len(text)
      if (scan(text(i:i), 'aeiouAEIOU') > 0) count_vowels = count_vowels + 1
    end do
  end function
end program
