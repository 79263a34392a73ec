c flags: -fopenmp
      program p
      include 'omp_lib.h'
      integer i, n
      real s, x
      n = 0
!$    n = 1
c$    n = n +
c$   & 1
      s = 10.0
      x = 5.0
!$omp parallel do private(x)
c$omp+ reduction(+:s)
*$omp+ shared(n)
      do 10 i = 1, 3
        x = i
        s = s + x
   10 continue
!$omp end parallel do
      print *, n, s, x, omp_get_max_threads()
      end
