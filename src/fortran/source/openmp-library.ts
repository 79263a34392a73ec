// The module omp_lib and the file omp_lib.h: what OpenMP procedures return in a program with one thread. Procedures
// that depend on nested regions (OMP_GET_LEVEL, OMP_IN_FINAL) are not included.
import type { FortranSource } from './options.ts';

/** The lines are short enough for fixed form, too. */
const CONSTANTS = `integer, parameter :: omp_lock_kind = 4
integer, parameter :: omp_nest_lock_kind = 4
integer, parameter :: omp_sched_kind = 4
integer, parameter :: omp_sched_static = 1
integer, parameter :: omp_sched_dynamic = 2
integer, parameter :: omp_sched_guided = 3
integer, parameter :: omp_sched_auto = 4
integer, parameter :: omp_proc_bind_kind = 4
integer, parameter :: omp_proc_bind_false = 0
integer, parameter :: omp_proc_bind_true = 1
integer, parameter :: openmp_version = 201511
`;

/** Functions with a constant result: the type, the result, and the names without their `omp_`. */
const FUNCTIONS = (
  [
    [
      'integer',
      '1',
      'get_num_threads get_max_threads get_num_procs get_thread_limit get_supported_active_levels ' +
        'get_max_active_levels get_num_teams',
    ],
    [
      'integer',
      '0',
      'get_thread_num get_active_level get_num_devices get_default_device get_initial_device ' +
        'get_device_num get_team_num get_proc_bind get_max_task_priority',
    ],
    ['logical', '.false.', 'in_parallel get_dynamic get_nested get_cancellation'],
    ['logical', '.true.', 'is_initial_device'],
  ] as const
).flatMap(([type, value, names]) => names.split(' ').map((name) => ({ name: `omp_${name}`, type, value })));
/** Requests that have no effect when there is only one thread. */
const REQUESTS = [
  'omp_set_num_threads(n)',
  'omp_set_max_active_levels(n)',
  'omp_set_default_device(n)',
  'omp_set_dynamic(l)',
  'omp_set_nested(l)',
];
const LOCKS = ['init', 'destroy', 'set', 'unset'];
const HELD = "error stop 'OpenMP: the lock is already held, and the only thread would wait for it forever.'";

const declared = (name: string, type: string): string => `${type} ${name}\nexternal ${name}\n`;

function procedures(): string {
  const values = FUNCTIONS.map(
    ({ name, type, value }) => `function ${name}()\n${type} :: ${name}\n${name} = ${value}\nend function\n`,
  );
  const requests = REQUESTS.map((name) => {
    const type = name.endsWith('(n)') ? 'integer :: n' : 'logical :: l';
    return `subroutine ${name}\n${type}\nend subroutine\n`;
  });
  return [...values, ...requests, CLOCKS, locks('lock', false), locks('nest_lock', true)].join('');
}

const CLOCKS = `function omp_get_wtime()
double precision :: omp_get_wtime
integer(8) :: ticks, rate
call system_clock(ticks, rate)
omp_get_wtime = real(ticks, 8) / real(rate, 8)
end function
function omp_get_wtick()
double precision :: omp_get_wtick
integer(8) :: ticks, rate
call system_clock(ticks, rate)
omp_get_wtick = 1 / real(rate, 8)
end function
`;

// The value of a lock is the number of times that it is held.
function locks(name: string, nests: boolean): string {
  const set = nests ? 'lock = lock + 1' : `if (lock /= 0) ${HELD}\nlock = 1`;
  const unset = nests ? 'lock = lock - 1' : 'lock = 0';
  const bodies = ['lock = 0', 'lock = 0', set, unset];
  const subroutines = LOCKS.map(
    (verb, i) => `subroutine omp_${verb}_${name}(lock)\ninteger(4) :: lock\n${bodies[i]}\nend subroutine\n`,
  );
  const test = nests
    ? 'integer :: omp_test_nest_lock\ninteger(4) :: lock\nlock = lock + 1\nomp_test_nest_lock = lock\n'
    : 'logical :: omp_test_lock\ninteger(4) :: lock\nomp_test_lock = lock == 0\nlock = 1\n';
  return `${subroutines.join('')}function omp_test_${name}(lock)\n${test}end function\n`;
}

/** The text of omp_lib.h. */
function headerText(): string {
  return [
    CONSTANTS.replaceAll('\n', '\n      ').replace(/^/, '      ').trimEnd(),
    ...declarations().map((line) => `      ${line}`),
    '',
  ].join('\n');
}

function declarations(): string[] {
  const types = [
    ...FUNCTIONS.map(({ name, type }) => declared(name, type)),
    declared('omp_get_wtime', 'double precision'),
    declared('omp_get_wtick', 'double precision'),
    declared('omp_test_lock', 'logical'),
    declared('omp_test_nest_lock', 'integer'),
  ];
  return types.flatMap((text) => text.trimEnd().split('\n'));
}

/** Additional sources that a program needs if it uses OpenMP procedures. */
export function openMpLibrary(texts: readonly string[]): { sources: FortranSource[]; header: FortranSource } {
  const header: FortranSource = { path: 'omp_lib.h', text: headerText(), languageKinds: true };
  if (!texts.some((text) => /omp_lib|\bomp_(get|set|in|init|test)_/i.test(text)))
    return { sources: [], header };
  const common = { form: 'free', languageKinds: true, preprocessed: false } as const;
  const source = (path: string, text: string): FortranSource => ({ path, text, ...common });
  const module = `module omp_lib\nimplicit none\n${CONSTANTS}contains\n${procedures()}end module\n`;
  const usesModule = texts.some((text) => /\buse\b[\s,:a-z]*\bomp_lib\b/i.test(text));
  const usesHeader = texts.some((text) => /omp_lib\.h/i.test(text));
  return {
    sources: [
      ...(usesModule ? [source('omp_lib.f90', module)] : []),
      ...(usesHeader || !usesModule ? [source('omp_procedures.f90', procedures())] : []),
    ],
    header,
  };
}
