! Abstract writers: one collects output in memory, another counts it; default procedures are partly overridden.
module writers
  implicit none
  type, abstract :: writer
    integer :: lines = 0
  contains
    procedure(write_line), deferred :: line
    procedure :: table
    procedure :: finish => finish_default
  end type
  abstract interface
    subroutine write_line(self, text)
      import writer
      class(writer), intent(inout) :: self
      character(*), intent(in) :: text
    end subroutine
  end interface
  type, extends(writer) :: memory_writer
    character(:), allocatable :: buffer
  contains
    procedure :: line => memory_line
  end type
  type, extends(writer) :: counting_writer
    integer :: characters = 0
  contains
    procedure :: line => counting_line
    procedure :: finish => counting_finish
  end type
contains
  subroutine table(self, m)
    class(writer), intent(inout) :: self
    integer, intent(in) :: m(:, :)
    character(80) :: row
    integer :: i
    do i = 1, size(m, 1)
      write (row, '(*(i4))') m(i, :)
      call self%line(trim(row))
    end do
    call self%finish()
  end subroutine
  subroutine finish_default(self)
    class(writer), intent(inout) :: self
    call self%line('end')
  end subroutine
  subroutine memory_line(self, text)
    class(memory_writer), intent(inout) :: self
    character(*), intent(in) :: text
    if (.not. allocated(self%buffer)) self%buffer = ''
    self%buffer = self%buffer // text // ';'
    self%lines = self%lines + 1
  end subroutine
  subroutine counting_line(self, text)
    class(counting_writer), intent(inout) :: self
    character(*), intent(in) :: text
    self%characters = self%characters + len(text)
    self%lines = self%lines + 1
  end subroutine
  subroutine counting_finish(self)
    class(counting_writer), intent(inout) :: self
    self%characters = -self%characters
  end subroutine
end module
program abstract_io
  use writers
  implicit none
  type(memory_writer) :: m
  type(counting_writer) :: c
  integer :: t(2, 3) = reshape([1, 2, 3, 4, 5, 6], [2, 3])
  call m%table(t)
  call c%table(t)
  call c%table(t(:, :1))
  print *, m%buffer, m%lines
  print *, c%characters, c%lines
end program
