! flags: -fcoarray=single
! Image control with one image, locks, events, atomic and collective subroutines.
program synchronisation
  use iso_fortran_env
  implicit none
  type(lock_type), save :: lock[*]
  type(event_type), save :: event[*]
  integer(atomic_int_kind), save :: atom[*]
  logical(atomic_logical_kind), save :: flag[*]
  integer :: status, value, old, i
  logical :: truth, got
  character(20) :: message
  real :: x(3)
  character(4) :: word
  status = -1
  message = 'unchanged'
  sync all
  sync all (stat=status, errmsg=message)
  print *, status, message
  status = -1
  sync images (*)
  sync images (1, stat=status)
  sync images ([1])
  sync memory (stat=status)
  print *, status
  critical
    i = 3
  end critical
  update: critical
    if (i == 3) i = i + 1
  end critical update
  print *, i
  lock (lock)
  unlock (lock)
  lock (lock, acquired_lock=got, stat=status)
  print *, got, status
  unlock (lock, stat=status)
  event post (event)
  event post (event, stat=status)
  event wait (event)
  call event_query(event, value, status)
  print *, value, status
  call atomic_define(atom, 6)
  call atomic_add(atom, 4)
  call atomic_ref(value, atom)
  print *, value
  call atomic_and(atom, 14)
  call atomic_or(atom, 1)
  call atomic_xor(atom, 3)
  call atomic_fetch_add(atom, 5, old)
  print *, atom, old
  call atomic_fetch_or(atom, 64, old, status)
  print *, atom, old, status
  call atomic_cas(atom, old, 1, 2)
  print *, atom, old
  call atomic_cas(atom, old, atom, 2)
  print *, atom
  call atomic_define(flag, .true.)
  call atomic_ref(truth, flag, status)
  print *, truth, status
  x = [1.0, 2.5, -3.0]
  call co_sum(x)
  call co_max(x, result_image=1)
  status = -1
  call co_min(x, stat=status, errmsg=message)
  word = 'four'
  call co_broadcast(word, source_image=1)
  call co_reduce(value, add)
  print *, x, status, word, value
  if (num_images() > 1) error stop 'more images'
contains
  pure integer function add(a, b)
    integer, intent(in) :: a, b
    add = a + b
  end function
end program
