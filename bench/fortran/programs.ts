// Benchmark programs of any length and of four kinds: array routines, input and output, derived types in modules, and
// fixed-form FORTRAN 77. A program calls each of its routines once.

/** A kind of program; `text` creates a program with about the given number of lines. */
export interface ProgramKind {
  readonly name: string;
  readonly file: string;
  text(lines: number): string;
}

export const PROGRAM_KINDS: readonly ProgramKind[] = [
  { name: 'arrays', file: 'arrays.f90', text: arrayProgram },
  { name: 'input and output', file: 'output.f90', text: outputProgram },
  { name: 'derived types', file: 'types.f90', text: typesProgram },
  { name: 'FORTRAN 77', file: 'old.f', text: oldProgram },
];

// 1-based numbers of the routines that fit; each routine's call adds one line.
function numbersFor(lines: number, routine: (n: number) => string): number[] {
  const each = routine(1).split('\n').length;
  return Array.from({ length: Math.floor(lines / each) }, (_, i) => i + 1);
}

/** A program with declarations, loops, branches, arrays and formatted output. */
export function arrayProgram(lines: number): string {
  const numbers = numbersFor(lines, arrayRoutine);
  const calls = numbers.map((i) => `call work${i}(a, 3, total)\n`).join('');
  return `real(8) :: a(3, 3) = 1, total = 0\n${calls}print '(es12.4)', total\nend\n${numbers.map(arrayRoutine).join('')}`;
}

const arrayRoutine = (n: number): string => `subroutine work${n}(a, n, total)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n, n), total
  integer :: i, j
  real(8) :: s
  character(len=20) :: text
  s = 0
  do j = 1, n
    do i = 1, n
      if (i == j) then
        a(i, j) = a(i, j) + ${n}.5d0 * sin(real(i, 8))
      else if (mod(i + j, 3) == 0) then
        a(i, j) = a(j, i) / (1 + abs(a(i, j)))
      end if
      s = s + a(i, j)**2
    end do; end do
  write (text, '(i6, f10.3)') n, s
  total = total + s + len_trim(text) + sum(a(:, 1)) + maxval(a)
end subroutine
`;

function outputProgram(lines: number): string {
  const numbers = numbersFor(lines, outputRoutine);
  const calls = numbers.map((i) => `call report${i}(x, k, 'section ${i}')\n`).join('');
  const head = 'integer :: k = 1\nreal(8) :: x(5) = [1d0, 2d0, 3.5d0, -4d0, 0.25d0]\n';
  return `${head}${calls}end\n${numbers.map(outputRoutine).join('')}`;
}

const outputRoutine = (n: number): string => `subroutine report${n}(x, k, name)
  implicit none
  real(8), intent(in) :: x(5)
  integer, intent(inout) :: k
  character(len=*), intent(in) :: name
  character(len=80) :: line
  real(8) :: y(5)
  integer :: i, ios
  write (*, '(a, 1x, i5, 5f9.3)') trim(name), k, x
  print *, 'value', x(1), k, name
  write (line, '(5es14.6)') x
  read (line, *, iostat=ios) y
  if (ios /= 0) print *, 'bad line', ios
  do i = 1, 5
    if (abs(y(i) - x(i)) > 1d-4) write (*, '("differs at", i3, 2(2x, g0))') i, x(i), y(i)
  end do
  write (*, 100) ${n}, (x(i), i=1, 3), k*2, y(1) + ${n}
100 format('run', i4, 3(1x, f8.3), ' count ', i6, t60, e12.4)
  k = k + 1
end subroutine
`;

function typesProgram(lines: number): string {
  const numbers = numbersFor(lines, typesModule);
  const uses = numbers.map((i) => `use shapes${i}, only: work${i} => work\n`).join('');
  const calls = numbers.map((i) => `call work${i}(total)\n`).join('');
  return `${numbers.map(typesModule).join('')}program p\n${uses}real(8) :: total = 0\n${calls}print '(f12.3)', total\nend\n`;
}

const typesModule = (n: number): string => `module shapes${n}
  implicit none
  type :: point
    real(8) :: x = 0, y = 0
  end type
  type :: cell
    type(point) :: centre
    real(8), allocatable :: weights(:)
    character(len=:), allocatable :: name
    integer :: id = ${n}
  contains
    procedure :: area
    procedure :: grow => grow_cell
  end type
  interface operator(+)
    module procedure add
  end interface
contains
  pure type(point) function add(a, b)
    type(point), intent(in) :: a, b
    add = point(a%x + b%x, a%y + b%y)
  end function
  real(8) function area(self)
    class(cell), intent(in) :: self
    area = 0
    if (allocated(self%weights)) area = sum(self%weights)*self%centre%x
  end function
  subroutine grow_cell(self, by)
    class(cell), intent(inout) :: self
    real(8), intent(in) :: by
    if (.not. allocated(self%weights)) allocate (self%weights(3), source=1d0)
    self%weights = [self%weights, by]
    self%centre = self%centre + point(by, 1d0)
    self%name = 'cell of ' // merge('big  ', 'small', by > 2)
  end subroutine
  subroutine work(total)
    real(8), intent(inout) :: total
    type(cell) :: c(3)
    integer :: i
    do i = 1, 3
      call c(i)%grow(real(i, 8))
      total = total + c(i)%area() + len(c(i)%name)
    end do
  end subroutine
end module
`;

function oldProgram(lines: number): string {
  const numbers = numbersFor(lines, oldRoutine);
  const calls = numbers.map((i) => `      CALL ELIM${i}(A, 4, 4, B, IPVT, INFO)\n`).join('');
  const head = `      DOUBLE PRECISION A(4,4), B(4)
      INTEGER IPVT(4)
      DATA A /4,1,2,3,1,5,6,2,7,1,9,2,1,3,1,8/, B /4*1D0/
`;
  return `${head}${calls}      PRINT *, B\n      END\n${numbers.map(oldRoutine).join('')}`;
}

const oldRoutine = (n: number): string => `      SUBROUTINE ELIM${n}(A, LDA, N, B, IPVT, INFO)
      INTEGER LDA, N, IPVT(*), INFO
      DOUBLE PRECISION A(LDA,*), B(*), T
      INTEGER I, J, K, L
      COMMON /STAT/ NCALL, OPS
      DOUBLE PRECISION OPS
      NCALL = NCALL + 1
      INFO = 0
      DO 60 K = 1, N - 1
        L = K
        DO 10 I = K + 1, N
          IF (DABS(A(I,K)) .GT. DABS(A(L,K))) L = I
   10   CONTINUE
        IPVT(K) = L
        IF (A(L,K) .EQ. 0.0D0) GOTO 50
        IF (L .EQ. K) GOTO 20
        T = A(L,K)
        A(L,K) = A(K,K)
        A(K,K) = T
   20   DO 30 I = K + 1, N
          A(I,K) = -A(I,K)/A(K,K)
   30   CONTINUE
        DO 40 J = K + 1, N
          T = A(L,J)
          A(L,J) = A(K,J)
          A(K,J) = T
          DO 35 I = K + 1, N
            A(I,J) = A(I,J) + T*A(I,K)
            OPS = OPS + 2
   35     CONTINUE
   40   CONTINUE
        GOTO 60
   50   INFO = K
   60 CONTINUE
      B(1) = B(1) + A(1,1)*${n}
      IF (INFO .NE. 0) WRITE (*,70) INFO
   70 FORMAT (' SINGULAR AT', I4)
      RETURN
      END
`;
