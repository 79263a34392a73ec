! flags: -fopenmp
! Directives with a single thread: private variables keep their outer values, reductions start fresh.
module counters
  implicit none
  integer, save :: calls = 0
  !$omp threadprivate(calls)
contains
  subroutine count_call
    calls = calls + 1
  end subroutine
end module
program p
  use omp_lib
  use counters
  implicit none
  integer :: i, j, n, total, product_of, largest, first, last
  real :: x, table(4), work(2)
  character(5) :: word
  logical :: all_small
  integer(omp_lock_kind) :: lock
  real, target :: goal = 3.5
  real, pointer :: at
  n = 0
  !$ n = 1
  !$ if (n == 1) &
  !$   & print *, 'conditional'
  print *, n, omp_get_num_threads(), omp_get_thread_num(), omp_in_parallel()
  i = 77
  j = 55
  x = 1.5
  work = [1.0, 2.0]
  word = 'outer'
  total = 100
  product_of = 2
  largest = 3
  all_small = .true.
  !$omp parallel do private(x, word) firstprivate(work) &
  !$omp&  reduction(+ : total) reduction(*: product_of) reduction(max: largest) &
  !$omp   reduction(.and.: all_small) schedule(static, 2) default(shared)  ! with a comment
  do i = 1, 4
    if (i == 1) print *, total, product_of, work
    x = i * 2.0
    word = 'inner'
    work(1) = work(1) + x
    total = total + i
    product_of = product_of * i
    largest = max(largest, i * 2)
    all_small = all_small .and. i < 4
    table(i) = x + work(1)
    do j = 1, 2
      call count_call
    end do
  end do
  !$omp end parallel do
  print *, i, j, x, word, work, total, product_of, largest, all_small
  print *, table, calls
  !$omp parallel sections lastprivate(last) private(first)
  !$omp section
  first = 1
  last = 10
  !$omp section
  first = 2
  last = 20
  !$omp end parallel sections
  print *, last
  at => goal
  !$omp parallel private(at, j)
  allocate (at)
  at = 1.0
  !$omp single
  print *, 'single', at
  !$omp end single nowait
  !$omp barrier
  !$omp critical (name)
  n = n + 1
  !$omp end critical (name)
  !$omp atomic update
  n = n + 1
  !$omp master
  print *, 'master'
  !$omp end master
  !$omp do collapse(2)
  do i = 1, 2
    do j = 1, 2
      n = n + i * j
    end do
  end do
  !$omp end do
  !$omp end parallel
  print *, at, n
  !$omp parallel default(private) shared(n, table)
  x = -1.0
  table(1) = -1.0
  n = 0
  !$omp end parallel
  print *, x, table(1), n
  !$omp simd lastprivate(x)
  do i = 1, 3
    x = i
  end do
  print *, i, x
  call omp_init_lock(lock)
  call omp_set_lock(lock)
  print *, omp_test_lock(lock)
  call omp_unset_lock(lock)
  print *, omp_test_lock(lock)
  !$omp task firstprivate(n)
  n = 5
  !$omp end task
  !$omp taskwait
  print *, n, omp_get_wtime() > 0
end program
