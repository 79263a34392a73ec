// Rejected OpenMP directives, each with the nearest valid one.
import { expect, test } from 'vitest';
import { compileFortran } from '../../compile-fortran.ts';

const HEAD = [
  'subroutine s(x, y, z, p, a, b, m)',
  'integer :: x, y, z, i, j',
  'integer, pointer, intent(in) :: p',
  'real :: a(10), b(*)',
  'integer, save :: t',
  'logical :: m',
  'integer, parameter :: n = 3',
  '!$omp threadprivate(t)',
];

function errors(lines: string[]): string[] {
  const text = [...HEAD, ...lines, 'end subroutine', ''].join('\n');
  const { diagnostics } = compileFortran([{ path: 'x.f90', text }], { openMp: true });
  return diagnostics.filter((d) => d.severity === 'error').map((d) => d.message);
}

const region = (head: string, ...body: string[]): string[] => [
  `!$omp ${head}`,
  ...body,
  `!$omp end ${/^\w+/.exec(head)![0]}`,
];
const loop = (head: string, ...body: string[]): string[] => [
  `!$omp ${head}`,
  'do i = 1, 3',
  ...body,
  'end do',
];

const INNER = ['do j = 1, 3', 'x = x + j', 'end do'];

test.each<[string, string[], string, string[]]>([
  [
    'a clause that belongs to another directive',
    region('parallel nowait'),
    'PARALLEL does not accept the clause NOWAIT',
    region('single nowait'),
  ],
  [
    'a clause that appears twice',
    region('parallel num_threads(2) num_threads(3)'),
    'PARALLEL has NUM_THREADS twice',
    region('parallel num_threads(2) private(x) private(y)'),
  ],
  [
    'a clause without its value',
    region('parallel private'),
    'PRIVATE needs "(…)"',
    region('parallel private(x)'),
  ],
  [
    'a comma at the end',
    region('parallel private(x),'),
    'after the last comma',
    region('parallel private(x), shared(y)'),
  ],
  ['an unknown word', region('parallel default(mine)'), '"mine" is not allowed in DEFAULT', []],
  [
    'a condition that is not logical',
    region('parallel if(x)'),
    'IF needs a logical scalar; this is INTEGER',
    region('parallel if(m)'),
  ],
  [
    'a number that is not an integer',
    region('parallel num_threads(1.5)'),
    'NUM_THREADS needs an integer scalar',
    region('parallel num_threads(x + 1)'),
  ],
  [
    'a loop count of 0',
    loop('do collapse(0)'),
    'COLLAPSE needs an integer constant above 0',
    loop('do collapse(1)'),
  ],
  [
    'a chunk size that is not a number',
    loop('do schedule(static, a)'),
    'SCHEDULE needs an integer scalar',
    loop('do schedule(monotonic, simd: static, 4)'),
  ],
  [
    'one variable in two clauses',
    region('parallel private(x) shared(x)'),
    'PRIVATE and SHARED',
    loop('parallel do firstprivate(x) lastprivate(x)'),
  ],
  [
    'a named constant in PRIVATE',
    region('parallel private(n)'),
    '"n" is not allowed in PRIVATE: it is a named constant',
    region('parallel shared(x)'),
  ],
  [
    'an INTENT(IN) pointer in PRIVATE',
    region('parallel private(p)'),
    'a pointer with INTENT(IN)',
    region('parallel shared(p)'),
  ],
  [
    'an assumed-size array in PRIVATE',
    region('parallel private(b)'),
    'it is an assumed-size array',
    region('parallel shared(b)'),
  ],
  [
    'a THREADPRIVATE variable in PRIVATE',
    region('parallel private(t)'),
    'it is THREADPRIVATE',
    region('parallel copyin(t)'),
  ],
  [
    'an array element in PRIVATE',
    region('parallel private(a(1))'),
    'it is not a whole variable',
    region('parallel private(a)'),
  ],
  [
    'a reduction operator for another type',
    region('parallel reduction(.and.: x)'),
    '".and." cannot be applied to "x"',
    region('parallel reduction(.and.: m)'),
  ],
  [
    'a variable in no clause with DEFAULT(NONE)',
    region('parallel default(none) shared(x)', 'x = y'),
    '"y" is not listed in any clause of PARALLEL',
    region('parallel default(none) shared(x, y)', 'x = y + n + t'),
  ],
  [
    'a worksharing construct directly in another',
    loop('do', ...region('single')),
    'SINGLE cannot be nested directly in DO',
    loop('do', ...region('parallel', ...region('single'))),
  ],
  [
    'a barrier in CRITICAL',
    region('critical', '!$omp barrier'),
    'BARRIER cannot be nested directly in CRITICAL',
    region('parallel', '!$omp barrier'),
  ],
  [
    'CRITICAL within CRITICAL',
    region('critical(u)', '!$omp critical(u)', '!$omp end critical(u)'),
    'CRITICAL with the same name',
    region('critical(u)', '!$omp critical(v)', '!$omp end critical(v)'),
  ],
  [
    'ORDERED in a loop without ORDERED',
    loop('do', ...region('ordered')),
    'which has no ORDERED clause',
    loop('do ordered', ...region('ordered')),
  ],
  [
    'an END without a matching directive',
    region('parallel', '!$omp cancel do'),
    'CANCEL must be nested directly in DO',
    region('parallel', '!$omp cancel parallel'),
  ],
  [
    'too few loops',
    loop('do collapse(2)', 'x = i', ...INNER),
    'DO needs 2 directly nested DO loops',
    loop('do collapse(2)', ...INNER),
  ],
  [
    'a loop without a count',
    ['!$omp do', 'do while (m)', 'end do'],
    'a counted loop, not DO WHILE',
    loop('do'),
  ],
  [
    'EXIT of the loop',
    loop('do', 'exit'),
    'EXIT cannot leave a loop of DO',
    loop('do', 'do j = 1, 3', 'exit', 'end do'),
  ],
  [
    'a branch out of a region',
    [...region('parallel', 'goto 10'), '10 continue'],
    'A branch to 10 cannot leave the region of PARALLEL',
    region('parallel', 'goto 10', '10 continue'),
  ],
  ['RETURN out of a region', region('parallel', 'return'), 'RETURN cannot leave', region('parallel', 'stop')],
  [
    'an atomic update that reads the variable twice',
    ['!$omp atomic', 'x = x + x'],
    'ATOMIC needs the form',
    ['!$omp atomic', 'x = y - x'],
  ],
  [
    'an atomic update of an array',
    ['!$omp atomic', 'a = a + 1'],
    'ATOMIC needs a scalar',
    ['!$omp atomic', 'a(2) = a(2) + 1'],
  ],
  [
    'a call in WORKSHARE',
    region('workshare', 'call other'),
    'WORKSHARE can contain only assignments',
    region('workshare', 'a = a + 1'),
  ],
  [
    'a map type that is not allowed there',
    ['!$omp target enter data map(from: x)'],
    'cannot have FROM in MAP',
    ['!$omp target enter data map(to: x)'],
  ],
  [
    'a variable that is both mapped and private',
    region('target map(x) private(x)'),
    'MAP and PRIVATE',
    region('target map(x) private(y)'),
  ],
])('%s is refused', (_, refused, message, accepted) => {
  expect(errors(refused).join('\n')).toContain(message);
  expect(errors(accepted)).toEqual([]);
});
