// The table of intrinsic procedures: argument names, whether they are elemental, and how the result's type follows.
// Analysis (analyse-intrinsic.ts), folding and printing go by the canonical names of this table.
import { specificNames, specificOf } from '../program/specific-names.ts';

export type ResultRule =
  | 'same' // type of the first argument
  | 'promote' // common type of the numeric arguments
  | 'magnitude' // real of the first argument's kind
  | 'integer' // INTEGER of KIND=, default 4
  | 'small' // INTEGER of default kind, a number that fits in kind 4
  | 'int4'
  | 'int8'
  | 'logical'
  | 'character'
  | 'real4'
  | 'double' // DOUBLE PRECISION
  | 'special';

export interface Intrinsic {
  name: string;
  /** names in order; optional ones end in `?`; a last `...` repeats */
  arguments: string[];
  form: 'elemental' | 'inquiry' | 'transformational' | 'subroutine';
  rule: ResultRule;
  /** Whether only GNU Fortran has it, so that -std=f95 and the later standards refuse it. */
  isGnu: boolean;
}

const FORMS = { E: 'elemental', I: 'inquiry', T: 'transformational', S: 'subroutine' } as const;

type Standard = 'std' | 'gnu';
type Arguments = '' | ` ${string}`;
/**
 * Name, form, rule of the result, who has it (a standard, or only GNU Fortran) and what becomes of a call with constants
 * (`fold`: a constant, by a function of fold-*.ts; `run`: it is computed when the program runs, or analysis makes
 * something else of it), then the arguments. A row that leaves one out does not compile, nor does a fold that is not there.
 */
type FunctionRow = `${string} ${'E' | 'I' | 'T'} ${ResultRule} ${Standard} ${'fold' | 'run'}${Arguments}`;
/** The same of a subroutine, whose calls stay. */
type SubroutineRow = `${string} S int4 ${Standard}${Arguments}`;
type Row = FunctionRow | SubroutineRow;

const TABLE = [
  'abs E magnitude std fold a',
  'achar E character std fold i kind?',
  'acosd E same gnu run x',
  'acos E same std fold x',
  'acosh E same std fold x',
  'adjustl E same std fold string',
  'adjustr E same std fold string',
  'aimag E magnitude std run z',
  'aint E same std fold a kind?',
  'all T same std fold mask dim?',
  'allocated I logical std run array',
  'anint E same std run a kind?',
  'any T same std fold mask dim?',
  'asind E same gnu run x',
  'asin E same std fold x',
  'asinh E same std fold x',
  'associated I logical std run pointer target?',
  'atan E same std fold y x?',
  'atan2d E promote gnu run y x',
  'atand E same gnu run x',
  'atan2 E promote std fold y x',
  'atanh E same std fold x',
  'bessel_j0 E same std run x',
  'bessel_j1 E same std run x',
  'bessel_jn E special std run n x',
  'bessel_y0 E same std run x',
  'bessel_y1 E same std run x',
  'bessel_yn E special std run n x',
  'bge E logical std run i j',
  'bgt E logical std run i j',
  'bit_size I same std fold i',
  'ble E logical std run i j',
  'blt E logical std run i j',
  'btest E logical std fold i pos',
  'c_associated I logical std run c_ptr_1 c_ptr_2?',
  'c_funloc I special std run x',
  'c_loc I special std run x',
  'c_sizeof I int8 std run x',
  'ceiling E integer std fold a kind?',
  'char E character std fold i kind?',
  'cmplx E special std run x y? kind?',
  'command_argument_count T small std run',
  'compiler_options T character std run',
  'complex E special gnu run x y',
  'compiler_version T character std run',
  'conjg E same std fold z',
  'cosd E same gnu run x',
  'cos E same std fold x',
  'cotan E same gnu run x',
  'cotand E same gnu run x',
  'cosh E same std fold x',
  'count T integer std run mask dim? kind?',
  'cshift T same std run array shift dim?',
  'dble E special std run a',
  'dcmplx E special gnu run x y?',
  'digits I small std fold x',
  'dim E promote std fold x y',
  'dot_product T promote std run vector_a vector_b',
  'dprod E double std run x y',
  'dshiftl E same std run i j shift',
  'dshiftr E same std run i j shift',
  'eoshift T same std run array shift boundary? dim?',
  'epsilon I same std fold x',
  'erf E same std run x',
  'erfc E same std run x',
  'erfc_scaled E same std run x',
  'etime T real4 gnu run values',
  'exp E same std fold x',
  'exponent E small std run x',
  'fget T small gnu run c',
  'fgetc T small gnu run unit c',
  'extends_type_of I logical std run a mold',
  'findloc T integer std run array value dim? mask? kind? back?',
  'fput T small gnu run c',
  'fputc T small gnu run unit c',
  'floor E integer std fold a kind?',
  'ftell T int8 gnu run unit',
  'fraction E same std run x',
  'getcwd T small gnu run c',
  'gamma E same std run x',
  'huge I same std fold x',
  'hypot E promote std fold x y',
  'iachar E integer std fold c kind?',
  'iall T same std run array dim? mask?',
  'iand E promote std fold i j',
  'iany T same std run array dim? mask?',
  'iargc T small gnu run',
  'ibclr E same std fold i pos',
  'ibits E same std fold i pos len',
  'ibset E same std fold i pos',
  'ichar E integer std fold c kind?',
  'ieee_class E special std run x',
  'ieee_copy_sign E same std run x y',
  'ieee_is_finite E logical std run x',
  'ieee_is_nan E logical std run x',
  'ieee_is_negative E logical std run x',
  'ieee_is_normal E logical std run x',
  'ieee_logb E same std run x',
  'ieee_next_after E same std run x y',
  'ieee_rem E same std run x y',
  'ieee_rint E same std run x',
  'ieee_scalb E same std run x i',
  'ieee_selected_real_kind T small std fold p? r? radix?',
  'ieee_support_datatype I logical std run x?',
  'ieee_support_denormal I logical std run x?',
  'ieee_support_divide I logical std run x?',
  'ieee_support_halting I logical std run flag',
  'ieee_support_inf I logical std run x?',
  'ieee_support_io I logical std run x?',
  'ieee_support_nan I logical std run x?',
  'ieee_support_rounding I logical std run value x?',
  'ieee_support_sqrt I logical std run x?',
  'ieee_support_standard I logical std run x?',
  'ieee_support_flag I logical std run flag x?',
  'ieee_support_subnormal I logical std run x?',
  'ieee_support_underflow_control I logical std run x?',
  'ieee_unordered E logical std run x y',
  'ieee_value E special std run x class',
  'ieor E promote std fold i j',
  'index E integer std fold string substring back? kind?',
  'int E special std run a kind?',
  'ior E promote std fold i j',
  'iparity T same std run array dim? mask?',
  'irand T int4 gnu run i?',
  'is_contiguous I logical std run array',
  'is_iostat_end E logical std run i',
  'is_iostat_eor E logical std run i',
  'ishft E same std fold i shift',
  'ishftc E same std run i shift size?',
  'isnan E logical gnu run x',
  'kind I small std fold x',
  'lbound I integer std fold array dim? kind?',
  'leadz E small std run i',
  'len I integer std fold string kind?',
  'len_trim E integer std fold string kind?',
  'lge E logical std fold string_a string_b',
  'lgt E logical std run string_a string_b',
  'lle E logical std run string_a string_b',
  'llt E logical std run string_a string_b',
  'lnblnk E small gnu run string',
  'loc I int4 gnu run x',
  'log E same std fold x',
  'log10 E same std fold x',
  'log_gamma E same std run x',
  'logical E special std fold l kind?',
  'lshift E same gnu run i shift',
  'maskl E integer std run i kind?',
  'maskr E integer std run i kind?',
  'matmul T promote std run matrix_a matrix_b',
  'max E promote std fold a1 a2 ...',
  'maxexponent I small std fold x',
  'maxloc T integer std run array dim? mask? kind? back?',
  'maxval T same std fold array dim? mask?',
  'merge E same std fold tsource fsource mask',
  'merge_bits E same std run i j mask',
  'min E promote std fold a1 a2 ...',
  'minexponent I small std fold x',
  'minloc T integer std run array dim? mask? kind? back?',
  'minval T same std fold array dim? mask?',
  'mod E promote std fold a p',
  'modulo E promote std fold a p',
  'nearest E same std run x s',
  'new_line I character std fold a',
  'nint E integer std fold a kind?',
  'norm2 T same std run x dim?',
  'not E same std fold i',
  'null T special std run mold?',
  'num_images T small std run team? failed? distance? team_number?',
  'pack T same std run array mask vector?',
  'parity T same std run mask dim?',
  'popcnt E small std fold i',
  'poppar E small std run i',
  'precision I small std fold x',
  'present I logical std run a',
  'product T same std fold array dim? mask?',
  'radix I small std fold x',
  'ran T real4 gnu run i',
  'rand T real4 gnu run i?',
  'range I small std fold x',
  'rank I small std fold a',
  'real E special std run a kind?',
  'rename T small gnu run path1 path2',
  'repeat T character std fold string ncopies',
  'reshape T same std fold source shape pad? order?',
  'rrspacing E same std run x',
  'rshift E same gnu run i shift',
  'same_type_as I logical std run a b',
  'scale E same std run x i',
  'scan E integer std fold string set back? kind?',
  'secnds T real4 gnu run x',
  'second T real4 gnu run',
  'selected_char_kind T small std fold name',
  'selected_int_kind T small std fold r',
  'selected_real_kind T small std fold p? r? radix?',
  'set_exponent E same std run x i',
  'shape I integer std fold source kind?',
  'shifta E same std run i shift',
  'shiftl E same std fold i shift',
  'shiftr E same std fold i shift',
  'sign E promote std fold a b',
  'sind E same gnu run x',
  'sin E same std fold x',
  'sinh E same std fold x',
  'size I integer std fold array dim? kind?',
  'sizeof I int8 gnu run x',
  'spacing E same std run x',
  'spread T same std run source dim ncopies',
  'sqrt E same std fold x',
  'storage_size I integer std fold a kind?',
  'sum T same std fold array dim? mask?',
  'tand E same gnu run x',
  'tan E same std fold x',
  'tanh E same std fold x',
  'this_image T small std run coarray? dim? team? distance?',
  'lcobound T integer std run coarray dim? kind?',
  'ucobound T integer std run coarray dim? kind?',
  'coshape T integer std run coarray kind?',
  'image_index T small std run coarray sub team?',
  'image_status T small std run image team?',
  'failed_images T small std run team? kind?',
  'stopped_images T small std run team? kind?',
  'team_number T small std run team?',
  'get_team T special std run level?',
  'time T int4 gnu run',
  'time8 T int8 gnu run',
  'tiny I same std fold x',
  'trailz E small std run i',
  'transfer T special std run source mold size?',
  'transpose T same std run matrix',
  'trim T character std fold string',
  'ubound I integer std fold array dim? kind?',
  'unlink T small gnu run path',
  'unpack T special std run vector mask field',
  'verify E integer std fold string set back? kind?',
  '%sync_all S int4 std stat? errmsg?',
  '%sync_memory S int4 std stat? errmsg?',
  '%sync_images S int4 std images? stat? errmsg?',
  '%sync_team S int4 std team stat? errmsg?',
  '%form_team S int4 std team_number team new_index? stat? errmsg?',
  '%change_team S int4 std team stat? errmsg?',
  '%end_team S int4 std stat? errmsg?',
  '%lock S int4 std lock_variable acquired_lock? stat? errmsg?',
  '%unlock S int4 std lock_variable stat? errmsg?',
  '%event_post S int4 std event stat? errmsg?',
  '%event_wait S int4 std event until_count? stat? errmsg?',
  '%fail_image S int4 std',
  'event_query S int4 std event count stat?',
  'co_sum S int4 std a result_image? stat? errmsg?',
  'co_min S int4 std a result_image? stat? errmsg?',
  'co_max S int4 std a result_image? stat? errmsg?',
  'co_broadcast S int4 std a source_image stat? errmsg?',
  'co_reduce S int4 std a operation result_image? stat? errmsg?',
  'atomic_define S int4 std atom value stat?',
  'atomic_ref S int4 std value atom stat?',
  'atomic_add S int4 std atom value stat?',
  'atomic_and S int4 std atom value stat?',
  'atomic_or S int4 std atom value stat?',
  'atomic_xor S int4 std atom value stat?',
  'atomic_fetch_add S int4 std atom value old stat?',
  'atomic_fetch_and S int4 std atom value old stat?',
  'atomic_fetch_or S int4 std atom value old stat?',
  'atomic_fetch_xor S int4 std atom value old stat?',
  'atomic_cas S int4 std atom old compare new stat?',
  'abort S int4 gnu',
  'backtrace S int4 gnu',
  'alarm S int4 gnu seconds handler status?',
  'c_f_pointer S int4 std cptr fptr shape?',
  'c_f_procpointer S int4 std cptr fptr',
  'cpu_time S int4 std time',
  'date_and_time S int4 std date? time? zone? values?',
  'dtime S int4 gnu values time',
  'execute_command_line S int4 std command wait? exitstat? cmdstat? cmdmsg?',
  'exit S int4 gnu status?',
  'fdate S int4 gnu date',
  'fget S int4 gnu c status?',
  'fgetc S int4 gnu unit c status?',
  'flush S int4 gnu unit?',
  'fput S int4 gnu c status?',
  'fputc S int4 gnu unit c status?',
  'fseek S int4 gnu unit offset whence status?',
  'ftell S int4 gnu unit offset',
  'get_command S int4 std command? length? status?',
  'get_command_argument S int4 std number value? length? status?',
  'get_environment_variable S int4 std name value? length? status? trim_name?',
  'getarg S int4 gnu pos value',
  'getcwd S int4 gnu c status?',
  'getenv S int4 gnu name value',
  'idate S int4 gnu values',
  'ieee_get_flag S int4 std flag flag_value',
  'ieee_get_halting_mode S int4 std flag halting',
  'ieee_get_rounding_mode S int4 std round_value',
  'ieee_get_status S int4 std status_value',
  'ieee_set_flag S int4 std flag flag_value',
  'ieee_set_halting_mode S int4 std flag halting',
  'ieee_set_rounding_mode S int4 std round_value',
  'ieee_set_status S int4 std status_value',
  'itime S int4 gnu values',
  'move_alloc S int4 std from to',
  'mvbits S int4 std from frompos len to topos',
  'random_init S int4 std repeatable image_distinct',
  'random_number S int4 std harvest',
  'random_seed S int4 std size? put? get?',
  'rename S int4 gnu path1 path2 status?',
  'sleep S int4 gnu seconds',
  'srand S int4 gnu seed',
  'system S int4 gnu command status?',
  'system_clock S int4 std count? count_rate? count_max?',
  'unlink S int4 gnu path status?',
] as const satisfies readonly Row[];

/** Functions of a form that fold its calls with constants: one for every row that says `fold`, and no other. */
export type Folds<Form extends 'E' | 'I' | 'T', Fold> = Readonly<
  Record<NameOfFolded<(typeof TABLE)[number], Form>, Fold>
>;
type NameOfFolded<
  R,
  Form extends 'E' | 'I' | 'T',
> = R extends `${infer Name} ${Form} ${ResultRule} ${Standard} fold${Arguments}` ? Name : never;

function parseTable(): Map<string, Intrinsic> {
  const table = new Map<string, Intrinsic>();
  for (const line of TABLE) {
    const [name, form, rule, standard, ...rest] = line.split(' ');
    const isSubroutine = form === 'S';
    table.set(isSubroutine ? `call ${name}` : name!, {
      name: name!,
      form: FORMS[form as keyof typeof FORMS],
      rule: rule as ResultRule,
      isGnu: standard === 'gnu',
      arguments: isSubroutine ? rest : rest.slice(1),
    });
  }
  // Both a function and a subroutine in the GNU library.
  const both = { form: 'subroutine', rule: 'int4', isGnu: true } as const;
  table.set('call etime', { ...both, name: 'etime', arguments: ['values', 'time'] });
  table.set('call second', { ...both, name: 'cpu_time', arguments: ['time'] });
  return table;
}

const INTRINSICS = parseTable();

/** The function of a name, specific names included. */
export function intrinsicFunction(name: string): Intrinsic | undefined {
  const intrinsic = INTRINSICS.get(specificOf(name)?.generic ?? name);
  return intrinsic?.form === 'subroutine' ? undefined : intrinsic;
}

/** The subroutine of a name. */
export function intrinsicSubroutine(name: string): Intrinsic | undefined {
  return INTRINSICS.get(`call ${name}`);
}

/** Whether only GNU Fortran has an intrinsic procedure of this name, specific names included. */
export function isGnuIntrinsic(name: string): boolean {
  const intrinsic = INTRINSICS.get(name) ?? INTRINSICS.get(`call ${name}`);
  return specificOf(name)?.isGnu ?? intrinsic?.isGnu ?? false;
}

/** The names of all intrinsic functions that need no USE. */
export function intrinsicNames(): string[] {
  return [...INTRINSICS.keys(), ...specificNames()].filter(isIntrinsicFunction);
}

// These are intrinsic only where their module is used.
const MODULE_ONLY = /^(ieee_|c_)/;

/** Whether a name is an intrinsic function that needs no USE. */
export function isIntrinsicFunction(name: string): boolean {
  return !MODULE_ONLY.test(name) && intrinsicFunction(name) !== undefined;
}

/** Whether a name is an intrinsic subroutine that needs no USE. */
export function isIntrinsicSubroutine(name: string): boolean {
  return !MODULE_ONLY.test(name) && intrinsicSubroutine(name) !== undefined;
}
