// Programs that used to be translated although no standard allows them: ranks and types of intrinsic arguments,
// intrinsic procedures as arguments, function results as objects. Each is paired with the nearest valid program.
import { expect, test } from 'vitest';
import { compileFortran } from '../../compile-fortran.ts';
import { intrinsicNames } from '../rows/intrinsics.ts';
import { listSubroutines } from '../rows/subroutine-rows.ts';

function errors(...lines: readonly string[]): string[] {
  const { diagnostics } = compileFortran([{ path: 'a.f90', text: [...lines, 'end', ''].join('\n') }]);
  return diagnostics.filter((d) => d.severity === 'error').map((d) => `${d.line} ${d.message}`);
}

const DECLARED = 'integer :: v(3), m(3, 3), w(3)';
const CALLS: [wrong: string, words: string, right: string][] = [
  ['matmul(v, w)', 'The arguments must be two matrices, or a matrix and a vector', 'matmul(m, w)'],
  ['dot_product(m, m)', 'VECTOR_A must be an array of rank 1', 'dot_product(v, w)'],
  ['transpose(v)', 'MATRIX must be an array of rank 2', 'transpose(m)'],
  ['unpack(m, m > 1, 0)', 'VECTOR must be an array of rank 1', 'unpack(v, v > 1, 0)'],
  ['unpack(v, .true., 0)', 'MASK must be an array', 'unpack(v, m > 1, m)'],
  ['pack(m, m > 1, m)', 'VECTOR must be an array of rank 1', 'pack(m, .true., [v, v, v])'],
  ['reshape(1, [1])', 'SOURCE must be an array', 'reshape([1], [1])'],
  ['reshape(v, [3, 2], pad=1)', 'PAD must be an array', 'reshape(v, [3, 2], pad=[1])'],
  ['transfer(v, m, size=v)', 'SIZE must be a scalar', 'transfer(v, m, size=2)'],
  ['findloc(v, w)', 'VALUE must be a scalar', 'findloc(v, 1)'],
  ['cshift(m, m)', 'SHIFT must be a scalar or an array of rank 1', 'cshift(m, v)'],
  ['eoshift(m, 1, m)', 'BOUNDARY must be a scalar or an array of rank 1', 'eoshift(m, 1, v, 2)'],
  ['sum(v > 1)', 'must be integer or real or complex', 'sum(v)'],
  ['any(v)', 'MASK must be of type LOGICAL', 'any(v > 1)'],
  ['is_contiguous(1)', 'ARRAY must be an array', 'is_contiguous(v)'],
  ['etime(1.0)', 'VALUES must be an array of rank 1', 'etime([1.0, 2.0])'],
  ['rand([1, 2])', 'I must be a scalar', 'rand(1)'],
  ['secnds(1)', 'X must be of type REAL, not INTEGER(4)', 'secnds(0.0)'],
  ['selected_real_kind(1.5)', 'P must be of type INTEGER, not REAL(4)', 'selected_real_kind(5, 30)'],
  ['unlink(1)', 'PATH must be of type CHARACTER, not INTEGER(4)', 'unlink("a")'],
  ['fputc(6, 1)', 'C must be of type CHARACTER, not INTEGER(4)', 'fputc(6, "a")'],
  ['ibits(v, "ab", 1)', 'POS must be of type INTEGER, not CHARACTER(2)', 'ibits(v, 1, 1)'],
  ['ibits(v, 1, 1.5)', 'LEN must be of type INTEGER', 'ibits(v, 1, 1_8)'],
  ['btest(1, .true.)', 'POS must be of type INTEGER', 'btest(1, 1_8)'],
  ['ishftc(1, 1, "a")', 'SIZE must be of type INTEGER', 'ishftc(1, 1, 8)'],
  ['dshiftl(1, 1.0, 3)', 'J must have the same type', 'dshiftl(1, 1, 3)'],
  ['merge(1, 2, 3)', 'MASK must be of type LOGICAL', 'merge(1, 2, v > 1)'],
  ['dshiftl(1, 1_8, 3)', 'must have the same kind, but their kinds are 4 and 8', "dshiftl(1_8, z'ff', 3)"],
  [
    'merge_bits(1_1, 2_1, 3)',
    'must have the same kind, but their kinds are 1 and 4',
    'merge_bits(1_1, 2_1, 3_1)',
  ],
  ['merge_bits(1, 2, .true.)', 'MASK must have the same type', 'merge_bits(1, 2, 3)'],
  ["merge_bits(b'01', b'10', 3)", 'cannot both be BOZ constants', "merge_bits(b'01', 2, 3)"],
  ['nearest(1.0, 1)', 'S must be of type REAL', 'nearest(1.0, -1.0)'],
  ['scale(1.0, 2.0)', 'I must be of type INTEGER', 'scale(1.0, 2)'],
  ['index("ab", 1)', 'SUBSTRING must be of type CHARACTER', 'index("ab", "b")'],
  ['scan("ab", "b", 1)', 'BACK must be of type LOGICAL', 'scan("ab", "b", .true.)'],
  ['lge("a", 1)', 'STRING_B must be of type CHARACTER', 'lge("a", "b")'],
  ['sum(v, 1.0)', 'DIM must be of type INTEGER', 'sum(v, v > 1)'],
  ['nint(1.5, 4.0)', 'KIND must be of type INTEGER', 'nint(1.5, 8)'],
  ['repeat("a", 2.0)', 'NCOPIES must be of type INTEGER', 'repeat("a", 2)'],
  ['max(1, 2.0)', 'must have the same type as the first argument, INTEGER(4)', 'max(1.0, 2d0)'],
  ['mod(1.5, 2)', 'P must have the same type as the first argument, REAL(4)', 'mod(5, 2_8)'],
  ['atan("a", 1)', 'Both arguments must be REAL', 'atan(1.0, 2.0)'],
  ['atan(1, 1)', 'Both arguments must be REAL', 'atan((1.0, 1.0))'],
  ['cmplx((1, 1), 2)', 'Y is not allowed with a complex X', 'cmplx((1, 1), kind=8)'],
  ['findloc(v, "a")', 'arguments of type INTEGER(4) and CHARACTER(1) cannot be combined', 'findloc(v, 2.0)'],
  [
    'pack(v, v > 1, [1.0, 2.0, 3.0])',
    'VECTOR must have the same type as the first argument',
    'pack(v, v > 1, w)',
  ],
  ['reshape(v, [4], [1.0])', 'PAD must have the same type as the first argument', 'reshape(v, [4], [1])'],
  ['etime(v)', 'VALUES must be of type REAL, not INTEGER(4)', 'etime([1.0, 2.0])'],
  ['etime([1.0_8, 2.0_8])', 'VALUES must be REAL(4)', 'etime([1.0, 2.0])'],
  ['new_line(1)', 'A must be of type CHARACTER', 'new_line("a")'],
  ['radix((1, 1))', 'must be integer or real', 'radix(1.0)'],
  ['num_images(v, "ab")', 'Argument 1 of NUM_IMAGES must be a scalar of', 'num_images()'],
  ['num_images(1, "ab")', 'Argument 2 of NUM_IMAGES must be a scalar of LOGICAL', 'num_images(1, .true.)'],
  ['range(.true.)', 'must be integer or real or complex', 'range(1)'],
  ['real(1, kind=huge(1))', 'REAL has no kind 2147483647; its kinds are 4, 8, 16', 'real(1, kind=10)'],
  ['int(1.5, 3)', 'INTEGER has no kind 3; its kinds are 1, 2, 4, 8, 16', 'int(1.5, 16)'],
  ["int(z'ff', 5)", 'INTEGER has no kind 5', "int(z'ff', 8)"],
  ["real(z'ff', 5)", 'REAL has no kind 5', "real(z'ff', 8)"],
  ['cmplx(1, 2, 2)', 'COMPLEX has no kind 2; its kinds are 4, 8, 16', 'cmplx(1, 2, 8)'],
  ['logical(.true., 16)', 'LOGICAL has no kind 16; its kinds are 1, 2, 4, 8', 'logical(.true., 8)'],
  ['char(65, 2)', 'CHARACTER has no kind 2; its kinds are 1, 4', 'ichar(char(65, 4))'],
  ['anint(1.5, 7)', 'REAL has no kind 7', 'anint(1.5, 8)'],
  ['size(v, kind=0)', 'INTEGER has no kind 0', 'size(v, kind=8)'],
  ['stopped_images(kind=3)', 'INTEGER has no kind 3', 'stopped_images(kind=8)'],
  ['1_3', 'INTEGER has no kind 3', '1_2'],
  ['1.0_7', 'REAL has no kind 7', '1.0_10'],
  ['.true._3', 'LOGICAL has no kind 3', '.true._2'],
  ['minloc(null(v), 1)', 'NULL() has no value', 'minloc(v, 1)'],
];

test.each(CALLS)('%s', (wrong, words, right) => {
  expect(errors(DECLARED, `print *, ${wrong}`)[0]).toContain(words);
  expect(errors(DECLARED, `print *, ${right}`)).toEqual([]);
});

const SUBROUTINES: [wrong: string, words: string, right: string][] = [
  ['date_and_time(zone=1)', 'ZONE of "date_and_time" must be of type CHARACTER', 'date_and_time(zone=c)'],
  [
    'date_and_time(values=i)',
    'VALUES of "date_and_time" must be an array of rank 1',
    'date_and_time(values=v)',
  ],
  ['date_and_time("a")', '"date_and_time" defines its argument "date"', 'date_and_time(c, c, c)'],
  ['fgetc("a", c)', 'UNIT of "fgetc" must be of type INTEGER, not CHARACTER(1)', 'fgetc(10, c)'],
  ['fgetc(10, [c])', 'C of "fgetc" must be a scalar', 'fgetc(10, c, i)'],
  ['stat(c, i)', 'VALUES of "stat" must be an array of rank 1', 'stat(c, v)'],
  ['stat(c, v, 1)', '"stat" defines its argument "status"', 'stat(c, v, i)'],
  ['gmtime(0, [1, 2])', '"gmtime" defines its argument "values"', 'gmtime(0, v)'],
  ['getarg(1, "a")', '"getarg" defines its argument "value"', 'getarg(1, c)'],
  ['system_clock(c)', 'COUNT of "system_clock" must be of type INTEGER', 'system_clock(i, x)'],
  ['random_number(i)', 'HARVEST of "random_number" must be of type REAL', 'random_number(x)'],
  ['random_seed(put=i)', 'PUT of "random_seed" must be an array of rank 1', 'random_seed(size=i)'],
  ['mvbits(1_8, 2, 2, i, 0)', 'TO must have the type of FROM, INTEGER(8)', 'mvbits(1, 2, 2, i, 0)'],
  ['mvbits(1, 2, 2, 3.0, 0)', 'TO of "mvbits" must be of type INTEGER', 'mvbits(1, 2, 2, v, 0)'],
  ['get_command(null())', 'COMMAND of "get_command" cannot be NULL()', 'get_command(c)'],
  ['etime(v, x)', 'VALUES of "etime" must be of type REAL, not INTEGER(4)', 'second(x)'],
  ['exit("a")', 'STATUS of "exit" must be of type INTEGER', 'exit(1)'],
  ['sleep(1.5)', 'SECONDS of "sleep" must be of type INTEGER', 'sleep(1)'],
  ['cpu_time(i)', 'TIME of "cpu_time" must be of type REAL', 'cpu_time(x)'],
];

test.each(SUBROUTINES)('call %s', (wrong, words, right) => {
  const declared = ['integer :: i, v(13)', 'real :: x', 'character(9) :: c'];
  expect(errors(...declared, `call ${wrong}`)[0]).toContain(words);
  expect(errors(...declared, `call ${right}`)).toEqual([]);
});

const given = (name: string): string[] => [`intrinsic ${name}`, `call s(${name})`];

test('an intrinsic can be passed by a specific name, but not by its generic name', () => {
  expect(errors(...given('log'))).toEqual([
    '2 The intrinsic procedure "log" cannot be an argument or the target of a pointer; ALOG, DLOG, CLOG, ZLOG, CDLOG can.',
  ]);
  expect(errors(...given('alog'))).toEqual([]);
});

test('no intrinsic procedure passed as an argument causes an internal compiler error', () => {
  const subroutines = listSubroutines().map(([name]) => name);
  const names = [...intrinsicNames(), ...subroutines].filter((name) => !name.startsWith('%'));
  for (const name of names) expect(`${name}: ${errors(...given(name)).join()}`).not.toContain('Internal');
});

const POINTER = ['contains', 'function f()', 'integer, pointer :: f', 'f => null()', 'end function'];
const BOTH = ['integer, allocatable :: a(:), b(:), m(:, :)', 'real, allocatable :: r(:)'];

test.each([
  ['deallocate(f())', POINTER, 'Only pointers and allocatable variables', 'deallocate(p)'],
  ['nullify(f())', POINTER, 'A function result cannot be nullified', 'nullify(p)'],
])('%s', (wrong, rest, words, right) => {
  const program = (statement: string): string[] => ['integer, pointer :: p', 'p => f()', statement, ...rest];
  expect(errors(...program(wrong))[0]).toContain(words);
  expect(errors(...program(right))).toEqual([]);
});

test('MOVE_ALLOC moves only between variables of the same rank and type', () => {
  expect(errors(...BOTH, 'call move_alloc(a, m)')).toEqual([
    '3 FROM and TO of "move_alloc" have different ranks: 1 and 2.',
  ]);
  expect(errors(...BOTH, 'call move_alloc(a, r)')).toEqual([
    '3 FROM and TO of "move_alloc" have different types: INTEGER(4) and REAL(4).',
  ]);
  expect(errors(...BOTH, 'call move_alloc(a, b)')).toEqual([]);
});
