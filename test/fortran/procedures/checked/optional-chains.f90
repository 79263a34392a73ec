! Optional arguments passed on through several procedures: scalars, arrays, characters, procedures, allocatables.
program optional_chains
  implicit none
  integer :: v(2) = [1, 2]
  call first()
  call first(7)
  call first(7, v, 'text')
  call first(text='only')
  call first(array=v, operation=negate)
contains
  subroutine first(n, array, text, operation)
    integer, intent(in), optional :: n, array(:)
    character(*), intent(in), optional :: text
    interface
      integer function operation(k)
        integer, intent(in) :: k
      end function
    end interface
    optional :: operation
    call second(text, array, n, operation)
  end subroutine
  subroutine second(text, array, n, operation)
    character(*), intent(in), optional :: text
    integer, intent(in), optional :: array(:), n
    procedure(negate), optional :: operation
    print *, present(text), present(array), present(n), present(operation)
    if (present(text)) print *, text, len(text)
    if (present(array)) print *, size(array), sum(array)
    if (present(n)) print *, n
    if (present(operation) .and. present(array)) print *, operation(array(2))
  end subroutine
  integer function negate(k)
    integer, intent(in) :: k
    negate = -k
  end function
end program
