C PARAMETER without parentheses, as in old compilers; a blank distinguishes it from an assignment.
      subroutine circle(r, area, n)
      implicit real(8) (a-h, o-z)
      parameter (one = 1d0)
      parameter pi = 3.141592654d0, two = 2 * one
      parameter half = one / two
      integer n
      n = kind(pi)
      area = pi * r ** 2 * half * two
      return
      end

      program p
      implicit none
      integer last, n
      character*3 word
      parameter last = 4
      parameter word = 'abc'
      real(8) x, table(last)
      table = 1
      call circle(2d0, x, n)
      print *, x, n, sum(table), word
      end
