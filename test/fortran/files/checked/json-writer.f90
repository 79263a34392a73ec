! A writer of JSON with nesting, escapes and numbers, into a string; and a table in aligned columns.
module json
  implicit none
  private
  type, public :: writer
    character(:), allocatable :: text
    integer, private :: depth = 0
    logical, private :: first = .true.
  contains
    procedure :: open_object, close_object, open_array, close_array
    procedure, private :: put_integer, put_real, put_text, put_logical, put_vector
    generic :: put => put_integer, put_real, put_text, put_logical, put_vector
    procedure, private :: begin
  end type
contains
  subroutine begin(self, key)
    class(writer), intent(inout) :: self
    character(*), intent(in), optional :: key
    if (.not. allocated(self%text)) self%text = ''
    if (.not. self%first) self%text = self%text // ','
    if (self%depth > 0) self%text = self%text // new_line('a') // repeat('  ', self%depth)
    if (present(key)) then
      if (len(key) > 0) self%text = self%text // '"' // key // '": '
    end if
    self%first = .false.
  end subroutine
  subroutine open_object(self, key)
    class(writer), intent(inout) :: self
    character(*), intent(in), optional :: key
    call self%begin(key)
    self%text = self%text // '{'
    self%depth = self%depth + 1
    self%first = .true.
  end subroutine
  subroutine close_object(self)
    class(writer), intent(inout) :: self
    self%depth = self%depth - 1
    self%text = self%text // new_line('a') // repeat('  ', self%depth) // '}'
    self%first = .false.
  end subroutine
  subroutine open_array(self, key)
    class(writer), intent(inout) :: self
    character(*), intent(in), optional :: key
    call self%begin(key)
    self%text = self%text // '['
    self%depth = self%depth + 1
    self%first = .true.
  end subroutine
  subroutine close_array(self)
    class(writer), intent(inout) :: self
    self%depth = self%depth - 1
    self%text = self%text // new_line('a') // repeat('  ', self%depth) // ']'
    self%first = .false.
  end subroutine
  subroutine put_integer(self, key, value)
    class(writer), intent(inout) :: self
    character(*), intent(in) :: key
    integer, intent(in) :: value
    character(12) :: buffer
    write (buffer, '(i0)') value
    call self%begin(key)
    self%text = self%text // trim(buffer)
  end subroutine
  subroutine put_real(self, key, value)
    class(writer), intent(inout) :: self
    character(*), intent(in) :: key
    real, intent(in) :: value
    character(20) :: buffer
    write (buffer, '(f0.3)') value
    if (buffer(1:1) == '.') buffer = '0' // buffer
    call self%begin(key)
    self%text = self%text // trim(buffer)
  end subroutine
  subroutine put_text(self, key, value)
    class(writer), intent(inout) :: self
    character(*), intent(in) :: key, value
    integer :: i
    call self%begin(key)
    self%text = self%text // '"'
    do i = 1, len_trim(value)
      select case (value(i:i))
      case ('"', '\'); self%text = self%text // '\' // value(i:i)
      case default; self%text = self%text // value(i:i)
      end select
    end do
    self%text = self%text // '"'
  end subroutine
  subroutine put_logical(self, key, value)
    class(writer), intent(inout) :: self
    character(*), intent(in) :: key
    logical, intent(in) :: value
    call self%begin(key)
    self%text = self%text // trim(merge('true ', 'false', value))
  end subroutine
  subroutine put_vector(self, key, value)
    class(writer), intent(inout) :: self
    character(*), intent(in) :: key
    integer, intent(in) :: value(:)
    integer :: i
    call self%open_array(key)
    do i = 1, size(value)
      call self%put('', value(i))
    end do
    call self%close_array()
  end subroutine
end module
program json_writer
  use json
  implicit none
  type(writer) :: w
  integer :: i
  call w%open_object()
  call w%put('name', 'say "hi"  ')
  call w%put('count', 42)
  call w%put('ratio', 0.125)
  call w%put('ok', .true.)
  call w%put('list', [1, 2, 3])
  call w%open_object('inner')
  call w%put('empty', '')
  call w%close_object()
  call w%close_object()
  print '(a)', w%text
  print '(a8,2a10)', 'n', 'square', 'root'
  print '(i8,i10,f10.4)', (i, i*i, sqrt(real(i)), i = 1, 4)
end program
