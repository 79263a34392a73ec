! The output is written by hand: a loop to the last integer of its kind does not end in gfortran.
! Loops over all values of an integer kind, and loops that end at its first or last value.
program loops
  implicit none
  integer, parameter :: least(4) = [-128, -32768, -2147483647 - 1, 0]
  integer(1), allocatable :: a1(:)
  integer(2), allocatable :: a2(:)
  integer, allocatable :: a4(:)
  integer(8), allocatable :: a8(:)
  integer(1) :: i1, n1
  integer(2) :: i2
  integer(4) :: i4, first4, last4, step4
  integer(8) :: i8, first8, last8, step8, trips
  integer(8), parameter :: near = 2_8**53
  integer(8), parameter :: exact(*) = [(i8, i8=near + 1, near + 5, 2)]
  integer(8), parameter :: end8(*) = [(i8, i8=huge(i8) - 2, huge(i8))]
  integer, parameter :: down(*) = [(i4, i4=-huge(i4) + 1, -huge(i4) - 1, -1)]
  integer(16) :: i16, big
  integer :: stored(3), trip
  data (stored(i8 - huge(i8) + 3), i8=huge(i8) - 2, huge(i8)) /7, 8, 9/
  print *, least(3), exact, end8, down, stored

  ! DO
  trips = 0
  do i1 = -huge(i1) - 1, huge(i1)
    trips = trips + 1
  end do
  do i1 = huge(i1), -huge(i1) - 1, -1
    trips = trips + 1
  end do
  print *, trips
  trips = 0
  do i2 = -huge(i2) - 1, huge(i2)
    trips = trips + 1
  end do
  do i2 = huge(i2), -huge(i2) - 1, -5
    trips = trips + 1
  end do
  print *, trips
  first4 = -huge(i4) - 1
  last4 = huge(i4)
  trip = 0
  do i4 = first4, last4
    trip = trip + 1
    if (trip == 3) exit
  end do
  print *, i4, trip
  do i4 = last4, first4, -1
    trip = trip + 1
    if (trip == 6) exit
  end do
  print *, i4, trip
  trip = 0
  do i4 = -huge(i4) - 1, huge(i4)
    trip = trip + 1
    if (trip > 1) exit
  end do
  print *, trip
  step4 = 2**30
  do i4 = first4, last4, step4
    print *, i4
  end do
  do i4 = last4, first4, first4
    print *, i4
  end do
  first8 = -huge(i8) - 1
  last8 = huge(i8)
  trip = 0
  do i8 = first8, last8
    trip = trip + 1
    if (trip == 3) exit
  end do
  print *, i8, trip
  do i8 = last8, first8, -1
    trip = trip + 1
    if (trip == 6) exit
  end do
  print *, i8, trip
  step8 = 2_8**62
  do i8 = first8, last8, step8
    print *, i8
  end do
  do i8 = last8 - 1, last8
    print *, i8
  end do
  big = huge(big)
  do i16 = big - 4, big, big / big + 1
    print *, i16
  end do

  ! Implied DO
  print *, (i4, i4=last4 - 1, last4), (i8, i8=first8 + 1, first8, -1), (i1, i1=126_1, huge(i1))
  n1 = huge(i1)
  a1 = [(i1, i1=n1 - 2_1, n1)]
  a2 = [(i2, i2=huge(i2) - 2_2, huge(i2))]
  print *, a1, a2, size([(i1, i1=-n1 - 1_1, n1)]), size([(i1, i1=n1, -n1 - 1_1, -1_1)])
  print *, [(i16, i16=big, big - 1, -1)]
  a4 = [(i4, i4=last4 - 2, last4), (i4, i4=first4 + 1, first4, -1), (i4, i4=first4, last4, step4)]
  a8 = [(i8, i8=last8 - 2, last8), (i8, i8=first8 + 1, first8, -1), (i8, i8=first8, last8, step8)]
  print *, a4
  print *, a8
  print *, [(i4, i4=huge(1) - 2, huge(1))], [((i4, i4=last4 - 1, last4), i1=n1 - 1_1, n1)]

  ! DO CONCURRENT and FORALL
  trips = 0
  do concurrent (i1=-n1 - 1_1:n1)
    trips = trips + 1
  end do
  do concurrent (i8=last8 - 1:last8, i4=last4:last4 - 1:-1, i2=-32767_2 - 1_2:32767_2:30000_2)
    trips = trips + 1
  end do
  print *, trips
  a1 = spread(0_1, 1, 256)
  forall (i1=-n1 - 1_1:n1) a1(i1 + 129) = i1
  print *, sum(int(a1)), a1(1), a1(256)
  forall (i4=last4 - 1:last4, i8=last8:last8 - 1:-1, i4 - last4 == i8 - last8) a4(last4 - i4 + 1) = -5
  print *, a4(1:3)
  forall (i4=last4 - 1:last4)
    a4(last4 - i4 + 1) = i4
    a4(last4 - i4 + 3) = a4(last4 - i4 + 1)
  end forall
  print *, a4(1:4)
end program loops
