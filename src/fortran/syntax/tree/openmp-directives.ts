// OpenMP 5.1 directives and the clauses that each of them accepts. A combined directive consists of nested simple
// directives and accepts the clauses of all of them.

export interface Clause {
  readonly name: string;
  /** The text in the parentheses of the clause, without blanks; undefined if there are no parentheses. */
  readonly text?: string;
}

export interface Directive {
  /** The directive's name in lower case, with single blanks between words. */
  readonly name: string;
  readonly clauses: readonly Clause[];
}

const SIMPLE: Readonly<Record<string, string>> = {
  parallel: 'allocate copyin default firstprivate if num_threads private proc_bind reduction shared',
  teams: 'allocate default firstprivate num_teams private reduction shared thread_limit',
  distribute: 'allocate collapse dist_schedule firstprivate lastprivate order private',
  do: 'allocate collapse firstprivate lastprivate linear nowait order ordered private reduction schedule',
  simd: 'aligned collapse if lastprivate linear nontemporal order private reduction safelen simdlen',
  sections: 'allocate firstprivate lastprivate nowait private reduction',
  single: 'allocate copyprivate firstprivate nowait private',
  workshare: 'nowait',
  scope: 'allocate firstprivate nowait private reduction',
  master: '',
  masked: 'filter',
  loop: 'bind collapse lastprivate order private reduction',
  task: 'affinity allocate default depend detach final firstprivate if in_reduction mergeable priority private shared untied',
  taskloop:
    'allocate collapse default final firstprivate grainsize if in_reduction lastprivate mergeable nogroup num_tasks priority private reduction shared untied',
  target:
    'allocate defaultmap depend device firstprivate has_device_addr if in_reduction is_device_ptr map nowait private thread_limit uses_allocators',
};

/** Directives that never form part of combined directives. */
const OTHERS: Readonly<Record<string, string>> = {
  'target data': 'device if map use_device_addr use_device_ptr',
  'target enter data': 'depend device if map nowait',
  'target exit data': 'depend device if map nowait',
  'target update': 'depend device from if nowait to',
  critical: 'hint',
  atomic: 'acq_rel acquire capture compare fail hint read relaxed release seq_cst update weak write',
  ordered: 'depend doacross simd threads',
  taskgroup: 'allocate task_reduction',
  taskwait: 'depend nowait',
  flush: 'acq_rel acquire release seq_cst',
  barrier: '',
  taskyield: '',
  section: '',
  cancel: 'do if parallel sections taskgroup',
  'cancellation point': 'do parallel sections taskgroup',
  threadprivate: '',
  'declare simd': 'aligned inbranch linear notinbranch simdlen uniform',
  'declare target': 'device_type enter indirect link to',
  requires:
    'atomic_default_mem_order dynamic_allocators reverse_offload self_maps unified_address unified_shared_memory',
  assume: 'absent contains holds no_openmp no_openmp_constructs no_openmp_routines no_parallelism',
  assumes: 'absent contains holds no_openmp no_openmp_constructs no_openmp_routines no_parallelism',
  nothing: '',
  tile: 'sizes',
  unroll: 'full partial',
};

const LOOP_TEAMS = ['distribute', 'distribute simd', 'distribute parallel do', 'distribute parallel do simd'];
const TASKLOOPS = ['', 'taskloop', 'taskloop simd'];
const PARALLEL = ['', 'do', 'do simd', 'sections', 'workshare', 'loop', 'master', 'masked'];
const joined = (first: string, others: readonly string[]): string[] =>
  others.map((other) => `${first} ${other}`.trim());
const TEAMS = joined('teams', ['', 'loop', ...LOOP_TEAMS]);
const REGIONS = [
  ...joined('parallel', [...PARALLEL, ...joined('master', TASKLOOPS), ...joined('masked', TASKLOOPS)]),
  ...joined('master', TASKLOOPS),
  ...joined('masked', TASKLOOPS),
  ...TEAMS,
  ...LOOP_TEAMS,
  ...joined('target', ['', 'simd', 'parallel', 'parallel do', 'parallel do simd', 'parallel loop', ...TEAMS]),
  'do',
  'do simd',
  'simd',
  'sections',
  'single',
  'workshare',
  'scope',
  'task',
  'loop',
  'taskloop',
  'taskloop simd',
];

/** The clauses that each directive accepts. */
const CLAUSES = new Map<string, ReadonlySet<string>>([
  ...REGIONS.map((name): [string, Set<string>] => [name, clausesOfRegion(name)]),
  ...Object.entries(OTHERS).map(([name, words]): [string, Set<string>] => [name, new Set(words.split(' '))]),
]);

function clausesOfRegion(name: string): Set<string> {
  const clauses = new Set(name.split(' ').flatMap((part) => SIMPLE[part]!.split(' ')));
  const worksharesInside = name.includes('parallel') && !name.startsWith('target');
  if (worksharesInside) clauses.delete('nowait');
  return clauses;
}

/** All names of directives, keyed by their text without blanks; if two names match, the longer one is used. */
const BY_TEXT = [...CLAUSES.keys()]
  .map((name) => ({ name, text: name.replaceAll(' ', '') }))
  .sort((a, b) => b.text.length - a.text.length);

/** The directive at the beginning of a text without blanks. */
export function maybeDirectiveName(text: string): string | undefined {
  return BY_TEXT.find((one) => {
    const next = text[one.text.length] ?? '';
    return text.startsWith(one.text) && (!/[_\d]/.test(next) || one.name === 'do');
  })?.name;
}

/** True if a directive has a region that its END closes, as opposed to a stand-alone directive. */
export function isRegion(name: string): boolean {
  return REGIONS.includes(name) || /^(target data|critical|taskgroup|assume|atomic|ordered)$/.test(name);
}

/** True if the loop after the directive is its region. */
export function isLoopRegion(name: string): boolean {
  return /(^| )(do|simd|taskloop|distribute|loop)$/.test(name);
}

/** True if a directive belongs among the declarations. */
export function isDeclarative(name: string): boolean {
  return /^(threadprivate|declare simd|declare target|requires|assumes)$/.test(name);
}

export function takesClause(directive: string, clause: string): boolean {
  return CLAUSES.get(directive)?.has(clause) ?? false;
}

export function takesAtEnd(directive: string, clause: string): boolean {
  if (clause === 'copyprivate') return directive === 'single';
  return clause === 'nowait' && takesClause(directive, 'nowait') && !/^task/.test(directive);
}

/** Clauses that may be repeated. */
const REPEATED = new Set(
  'absent affinity aligned allocate contains copyin copyprivate defaultmap depend doacross enter firstprivate from has_device_addr holds if in_reduction is_device_ptr lastprivate linear link map nontemporal private reduction shared task_reduction to uniform use_device_addr use_device_ptr uses_allocators'.split(
    ' ',
  ),
);

export function mayRepeat(clause: string): boolean {
  return REPEATED.has(clause);
}

/** Clauses without parentheses. */
const BARE = new Set(
  'acq_rel acquire capture compare do dynamic_allocators full inbranch mergeable no_openmp no_openmp_constructs no_openmp_routines no_parallelism nogroup notinbranch parallel read relaxed release reverse_offload sections self_maps seq_cst simd taskgroup threads unified_address unified_shared_memory untied update weak write'.split(
    ' ',
  ),
);

/** Clauses whose parentheses are optional. */
const EITHER = new Set(['nowait', 'ordered', 'partial', 'indirect', 'nogroup', 'untied', 'mergeable']);

/** True if a clause lacks parentheses that it needs, or has parentheses that it does not accept. */
export function isMisshapen({ name, text }: Clause): boolean {
  if (EITHER.has(name)) return false;
  return BARE.has(name) !== (text === undefined);
}

/** The names of all clauses, used to read text without blanks; if two names match, the longer one is used. */
const CLAUSE_NAMES = [...new Set([...CLAUSES.values()].flatMap((set) => [...set]))]
  .filter((name) => name !== '')
  .sort((a, b) => b.length - a.length);

/** The clause at the beginning of a text without blanks. */
export function maybeClauseName(text: string): string | undefined {
  return CLAUSE_NAMES.find((name) => text.startsWith(name));
}
