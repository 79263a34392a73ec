! Inquiry about kinds, environment, time and random numbers: only results that are the same in every run.
program inquiry
  use iso_fortran_env, only: int8, int16, int32, int64, real32, real64, real128, error_unit, input_unit, output_unit, &
    character_storage_size, numeric_storage_size, file_storage_size, iostat_end, iostat_eor, logical_kinds
  implicit none
  integer :: values(8), seed_size, count, rate, i
  integer, allocatable :: seed(:)
  real :: x(1000), t0, t1
  character(10) :: date, time, zone
  character(20) :: argument
  integer :: length, status
  print *, int8, int16, int32, int64, real32, real64, real128
  print *, error_unit, input_unit, output_unit, iostat_end, iostat_eor
  print *, character_storage_size, numeric_storage_size, file_storage_size, size(logical_kinds) >= 4
  print *, kind('a'), kind(.true.), kind(1_int8), kind((1d0, 0d0)), selected_char_kind('ascii'), selected_char_kind('nothing')
  call date_and_time(date, time, zone, values)
  print *, values(1) > 2000, values(2) >= 1, values(2) <= 12, len_trim(date), len_trim(time), len_trim(zone)
  call system_clock(count, rate)
  print *, count >= 0, rate > 0
  call cpu_time(t0)
  call random_seed(size=seed_size)
  allocate (seed(seed_size))
  seed = [(i*37, i = 1, seed_size)]
  call random_seed(put=seed)
  call random_number(x)
  print *, all(x >= 0 .and. x < 1), abs(sum(x)/size(x) - 0.5) < 0.05, minval(x) < 0.1, maxval(x) > 0.9
  call random_seed(put=seed)
  call random_number(t1)
  print *, t1 == x(1)
  call random_seed(get=seed)
  call random_number(x(1:3))
  call random_seed(put=seed)
  call random_number(x(4:6))
  print *, all(x(1:3) == x(4:6))
  call cpu_time(t1)
  print *, t1 >= t0
  print *, command_argument_count()
  call get_command_argument(1, argument, length, status)
  print *, length, status > 0, argument == ''
  call get_environment_variable('SURELY_NOT_SET_ANYWHERE', argument, status=status)
  print *, status, is_iostat_end(iostat_end), is_iostat_eor(0)
end program
