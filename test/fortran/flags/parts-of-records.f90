! flags: -fmax-subrecord-length=16
! Longer unformatted records are written in parts, and are read and backspaced over as one record.
program parts_of_records
  implicit none
  integer :: n(10), m(18), i, first
  n = [(i * i, i = 1, 10)]
  open (10, file='parts', form='unformatted')
  write (10) n
  write (10) 5
  close (10)
  open (10, file='parts', form='unformatted', access='stream')
  read (10) m(1:16)
  print *, m(1:16)
  close (10)
  open (10, file='parts', form='unformatted')
  m = 0
  read (10) m(1:10)
  print *, m
  read (10) first
  backspace 10
  backspace 10
  read (10) first
  print *, first
  read (10) first
  print *, first
  close (10, status='delete')
end program
