! The part of the module uxhw that the programs of this bench use, for native compilers.
module uxhw
  use iso_c_binding
  interface
    function UxHwDoubleUniformDist(low, high) bind(c, name='UxHwDoubleUniformDist') result(x)
      import
      real(c_double), value :: low, high
      real(c_double) :: x
    end function
    function UxHwDoubleGaussDist(mean, deviation) bind(c, name='UxHwDoubleGaussDist') result(x)
      import
      real(c_double), value :: mean, deviation
      real(c_double) :: x
    end function
  end interface
end module
