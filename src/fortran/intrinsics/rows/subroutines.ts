// Subroutines that query the system (clocks, files, the command line, the environment, random numbers), and subroutines
// that deal with bits and memory.
import { suffix } from '../../program/c/c-text.ts';
import type { SubroutineCall, SubroutineRow } from '../row-kinds/subroutine-row.ts';

const GNU = { since: 'GNU' } as const;
const ELSEWHERE = { elsewhere: 'printing' } as const;
// Results of ETIME and DTIME: an array of two CPU times, and their sum.
const TIMES = { ...GNU, takes: 'values=r1 time=r' } as const;
const PROCESSOR_TIME = {
  takes: 'time=r',
  c: (call: SubroutineCall) => call.store(0, 'f_cpu_time()'),
} as const;

/** A GNU subroutine whose last argument receives the status that the C code returns. */
const action = (takes: string, c: (call: SubroutineCall) => string): SubroutineRow => ({
  ...GNU,
  takes,
  c: (call) => call.answer(takes.split(' ').length - 1, c(call)),
});
/** A GNU subroutine that translates to a single C statement. */
const request = (takes: string, c: (call: SubroutineCall) => string): SubroutineRow => ({
  ...GNU,
  takes,
  c: (call) => call.line(c(call)),
});

export const OF_SYSTEM: Readonly<Record<string, SubroutineRow>> = {
  abort: request('', () => 'f_abort();'),
  alarm: {
    ...GNU,
    takes: 'seconds:i handler:a status?=i',
    refused: 'ALARM is not supported: WebAssembly has no signals, so nothing could call the handler.',
  },
  backtrace: request('', () => 'f_backtrace();'),
  c_f_pointer: { ...ELSEWHERE, takes: 'cptr:t fptr=a* shape?:i1', isPure: true },
  c_f_procpointer: { ...ELSEWHERE, takes: 'cptr:t fptr:a', isPure: true },
  chmod: action('name:c mode:c status?=i', (call) => `f_chmod(${call.text(0)})`),
  cpu_time: PROCESSOR_TIME,
  date_and_time: {
    takes: 'date?=c time?=c zone?=c values?=i1',
    c: (call) =>
      call.line(`f_date_and_time(${call.place(0)}, ${call.place(1)}, ${call.place(2)}, ${call.array(3)});`),
  },
  dtime: { ...TIMES, c: (call) => times(call, 'f_dtime') },
  etime: { ...TIMES, c: (call) => times(call, 'f_etime') },
  // The sandbox contains no other programs that could be started.
  execute_command_line: {
    takes: 'command:c wait?:l exitstat?=i cmdstat?=i cmdmsg?=c',
    since: 2008,
    c: (call) => {
      call.line(`f_execute(${call.text(0)}, ${call.given(3)});`);
      call.store(2, '0');
      call.store(3, '-2');
      if (call.has(4)) call.line(`f_assign(${call.place(4)}, "Commands are not supported", 26);`);
    },
  },
  exit: request('status?:i', (call) => `f_exit(${call.scalar(0, '0')});`),
  fdate: request('date=c', (call) => `f_fdate(${call.place(0)});`),
  fget: action('c=c status?=i', (call) => `f_fgetc(5, ${call.place(0)})`),
  fgetc: action('unit:i c=c status?=i', (call) => `f_fgetc(${call.scalar(0)}, ${call.place(1)})`),
  flush: request('unit?:i', (call) => `f_flush_unit(${call.scalar(0, '-1')});`),
  fput: action('c:c status?=i', (call) => `f_fputc(6, ${call.text(0)})`),
  fputc: action('unit:i c:c status?=i', (call) => `f_fputc(${call.scalar(0)}, ${call.text(1)})`),
  free: request('ptr:i', (call) => `free((void *)(intptr_t)${call.scalar(0)});`),
  fseek: action(
    'unit:i offset:i whence:i status?=i',
    (call) => `f_fseek(${call.scalar(0)}, ${call.scalar(1)}, ${call.scalar(2)})`,
  ),
  fstat: action('unit:i values=i1 status?=i', (call) => `f_fstat(${call.scalar(0)}, ${call.array(1)})`),
  ftell: { ...GNU, takes: 'unit:i offset=i', c: (call) => call.store(1, `f_ftell(${call.scalar(0)})`) },
  get_command: {
    takes: 'command?=c length?=i status?=i',
    since: 2003,
    c: (call) => told(call, `f_get_command(${call.place(0)}, &N_)`, 1),
  },
  get_command_argument: {
    takes: 'number:i value?=c length?=i status?=i',
    since: 2003,
    c: (call) => told(call, `f_get_argument(${call.scalar(0)}, ${call.place(1)}, &N_)`, 2),
  },
  get_environment_variable: {
    takes: 'name:c value?=c length?=i status?=i trim_name?:l',
    since: 2003,
    c: (call) =>
      told(call, `f_get_environment(${call.text(0)}, ${call.place(1)}, &N_, ${call.scalar(4, '1')})`, 2),
  },
  getarg: request(
    'pos:i value=c',
    (call) => `{ int32_t N_; f_get_argument(${call.scalar(0)}, ${call.place(1)}, &N_); }`,
  ),
  getcwd: action('c=c status?=i', (call) => `f_getcwd(${call.place(0)})`),
  getenv: request(
    'name:c value=c',
    (call) => `{ int32_t N_; f_get_environment(${call.text(0)}, ${call.place(1)}, &N_, 1); }`,
  ),
  gmtime: request('time:i values=i1', (call) => `f_gmtime(${call.scalar(0)}, ${call.array(1)});`),
  idate: request('values=i1', (call) => `f_idate(${call.array(0)});`),
  itime: request('values=i1', (call) => `f_itime(${call.array(0)});`),
  lstat: action('name:c values=i1 status?=i', (call) => `f_stat(${call.text(0)}, 0, ${call.array(1)})`),
  ltime: request('time:i values=i1', (call) => `f_ltime(${call.scalar(0)}, ${call.array(1)});`),
  move_alloc: { ...ELSEWHERE, takes: 'from=a* to=a* stat?=i errmsg?=c', since: 2003, isPure: true },
  mvbits: {
    takes: 'from:m* frompos:i* len:i* to=m* topos:i*',
    isPure: true,
    isElemental: true,
    c: (call) => {
      const to = call.object(3);
      const [from, position, length, place] = [0, 1, 2, 4].map((i) => call.scalar(i));
      const name = `f_mvbits_${suffix(call.e.arguments[3]!.type)}`;
      call.line(`${to} = ${name}(${from}, ${position}, ${length}, ${to}, ${place});`);
    },
  },
  random_init: {
    takes: 'repeatable:l image_distinct:l',
    since: 2018,
    c: (call) => call.line(`f_random_init(${call.scalar(0)});`),
  },
  random_number: { ...ELSEWHERE, takes: 'harvest=u*' },
  random_seed: { ...ELSEWHERE, takes: 'size?=i put?:i1 get?=i1' },
  rename: action('path1:c path2:c status?=i', (call) => `f_rename(${call.text(0)}, ${call.text(1)})`),
  second: { ...GNU, ...PROCESSOR_TIME, name: 'cpu_time' },
  sleep: request('seconds:i', (call) => `f_sleep(f_size(${call.scalar(0)}));`),
  split: {
    takes: 'string:c set:c pos=i back?:l',
    since: 2023,
    isPure: true,
    c: (call) => {
      const [string, set] = [call.text(0), call.text(1)];
      call.store(2, `f_split(${string}, ${set}, ${call.scalar(2)}, ${call.scalar(3, '0')})`);
    },
  },
  srand: request('seed:i', (call) => `f_srand(${call.scalar(0)});`),
  stat: action('name:c values=i1 status?=i', (call) => `f_stat(${call.text(0)}, 1, ${call.array(1)})`),
  system: {
    ...GNU,
    takes: 'command:c status?=i',
    c: (call) => {
      call.line(`f_execute(${call.text(0)}, ${call.given(1)});`);
      call.store(1, '-1');
    },
  },
  system_clock: {
    takes: 'count?=i count_rate?=n count_max?=i',
    c: (call) => {
      const types = call.e.arguments.map((a) => a?.type);
      const kinds = types.flatMap((t) => (t?.base === 'integer' ? [t.kind] : []));
      const least = Math.min(...kinds, 4);
      const wide = least < 4 ? least : kinds.includes(8) ? 8 : 4;
      call.store(0, `f_clock_count(${least < 4 ? (types[0]?.kind ?? least) : wide})`);
      call.store(1, `f_clock_rate(${wide})`);
      call.store(2, `f_clock_max(${wide})`);
    },
  },
  tokenize: {
    takes: 'string:c set:c tokens=a1 separator?=a1',
    since: 2023,
    refused: 'TOKENIZE is not supported: find the tokens one at a time with SPLIT.',
  },
  unlink: action('path:c status?=i', (call) => `f_unlink(${call.text(0)})`),
};

function times(call: SubroutineCall, name: string): void {
  call.line(`${name}((float *)${call.elements(0)});`);
  call.store(1, `((float *)${call.elements(0)})[0]`);
}

// Stores a length and a status, both of which the library function returns.
function told(call: SubroutineCall, asked: string, length: number): void {
  call.line(`{ int32_t N_, S_ = ${asked};`);
  call.store(length, 'N_');
  call.store(length + 1, 'S_');
  call.line('(void)S_; }');
}
