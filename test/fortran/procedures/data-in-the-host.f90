recursive subroutine s(n)
  integer, intent(in) :: n
  integer :: kept(3), own(2)
  real :: w(2,2)
  character(4) :: c(2)
  data kept /3*1/
  data w /4*0.5/
  data c /'ab','cd'/
  own = n
  call inner()
  print *, n, kept, own, w, c
  if (n > 0) call s(n-1)
contains
  subroutine inner()
    kept(1) = kept(1) + 1
    own(2) = kept(1)
    w(1,1) = w(1,1)*2
    c(1)(3:3) = 'z'
  end subroutine
end subroutine
call s(2)
end
