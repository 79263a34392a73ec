! Constructors overloaded by generic interfaces, keyword arguments, nested constructors, arrays of types by implied DO.
module temperatures
  implicit none
  type temperature
    private
    real :: kelvin = 0
  contains
    procedure :: celsius
  end type
  interface temperature
    module procedure from_celsius, from_text
  end interface
contains
  elemental type(temperature) function from_celsius(c)
    real, intent(in) :: c
    from_celsius%kelvin = c + 273.15
  end function
  type(temperature) function from_text(t)
    character(*), intent(in) :: t
    real :: v
    read (t(:len(t) - 1), *) v
    if (t(len(t):) == 'F') v = (v - 32)*5/9
    from_text = temperature(v)
  end function
  elemental real function celsius(self)
    class(temperature), intent(in) :: self
    celsius = self%kelvin - 273.15
  end function
end module
program constructors
  use temperatures
  implicit none
  type range
    type(temperature) :: low, high
    integer :: id = 1
  end type
  type(temperature) :: t(3)
  type(range) :: r
  integer :: i
  t = [(temperature(10.*i), i = 1, 3)]
  print '(3f8.2)', t%celsius()
  t = temperature([1., 2., 3.])
  print '(3f8.2)', t%celsius()
  r = range(high=temperature('212F'), low=temperature('0C'))
  print '(2f8.2,i3)', r%low%celsius(), r%high%celsius(), r%id
end program
