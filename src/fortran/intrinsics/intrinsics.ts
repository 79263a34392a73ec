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
}

const FORMS = { E: 'elemental', I: 'inquiry', T: 'transformational', S: 'subroutine' } as const;

// name form rule arguments
const TABLE = `
abs E magnitude a
achar E character i kind?
acosd E same x
acos E same x
acosh E same x
adjustl E same string
adjustr E same string
aimag E magnitude z
aint E same a kind?
all T same mask dim?
allocated I logical array
anint E same a kind?
any T same mask dim?
asind E same x
asin E same x
asinh E same x
associated I logical pointer target?
atan E same y x?
atan2d E promote y x
atand E same x
atan2 E promote y x
atanh E same x
bessel_j0 E same x
bessel_j1 E same x
bessel_jn E special n x
bessel_y0 E same x
bessel_y1 E same x
bessel_yn E special n x
bge E logical i j
bgt E logical i j
bit_size I same i
ble E logical i j
blt E logical i j
btest E logical i pos
c_associated I logical c_ptr_1 c_ptr_2?
c_funloc I special x
c_loc I special x
c_sizeof I int8 x
ceiling E integer a kind?
char E character i kind?
cmplx E special x y? kind?
command_argument_count T small
compiler_options T character
complex E special x y
compiler_version T character
conjg E same z
cosd E same x
cos E same x
cotan E same x
cotand E same x
cosh E same x
count T integer mask dim? kind?
cshift T same array shift dim?
dble E special a
dcmplx E special x y?
digits I small x
dim E promote x y
dot_product T promote vector_a vector_b
dprod E double x y
dshiftl E same i j shift
dshiftr E same i j shift
eoshift T same array shift boundary? dim?
epsilon I same x
erf E same x
erfc E same x
erfc_scaled E same x
etime T real4 values
exp E same x
exponent E small x
fget T small c
fgetc T small unit c
extends_type_of I logical a mold
findloc T integer array value dim? mask? kind? back?
fput T small c
fputc T small unit c
floor E integer a kind?
ftell T int8 unit
fraction E same x
getcwd T small c
gamma E same x
huge I same x
hypot E promote x y
iachar E integer c kind?
iall T same array dim? mask?
iand E promote i j
iany T same array dim? mask?
iargc T small
ibclr E same i pos
ibits E same i pos len
ibset E same i pos
ichar E integer c kind?
ieee_class E special x
ieee_copy_sign E same x y
ieee_is_finite E logical x
ieee_is_nan E logical x
ieee_is_negative E logical x
ieee_is_normal E logical x
ieee_logb E same x
ieee_next_after E same x y
ieee_rem E same x y
ieee_rint E same x
ieee_scalb E same x i
ieee_selected_real_kind T small p? r? radix?
ieee_support_datatype I logical x?
ieee_support_denormal I logical x?
ieee_support_divide I logical x?
ieee_support_halting I logical flag
ieee_support_inf I logical x?
ieee_support_io I logical x?
ieee_support_nan I logical x?
ieee_support_rounding I logical value x?
ieee_support_sqrt I logical x?
ieee_support_standard I logical x?
ieee_support_flag I logical flag x?
ieee_support_subnormal I logical x?
ieee_support_underflow_control I logical x?
ieee_unordered E logical x y
ieee_value E special x class
ieor E promote i j
index E integer string substring back? kind?
int E special a kind?
ior E promote i j
iparity T same array dim? mask?
irand T int4 i?
is_contiguous I logical array
is_iostat_end E logical i
is_iostat_eor E logical i
ishft E same i shift
ishftc E same i shift size?
isnan E logical x
kind I small x
lbound I integer array dim? kind?
leadz E small i
len I integer string kind?
len_trim E integer string kind?
lge E logical string_a string_b
lgt E logical string_a string_b
lle E logical string_a string_b
llt E logical string_a string_b
lnblnk E small string
loc I int4 x
log E same x
log10 E same x
log_gamma E same x
logical E special l kind?
lshift E same i shift
maskl E integer i kind?
maskr E integer i kind?
matmul T promote matrix_a matrix_b
max E promote a1 a2 ...
maxexponent I small x
maxloc T integer array dim? mask? kind? back?
maxval T same array dim? mask?
merge E same tsource fsource mask
merge_bits E same i j mask
min E promote a1 a2 ...
minexponent I small x
minloc T integer array dim? mask? kind? back?
minval T same array dim? mask?
mod E promote a p
modulo E promote a p
nearest E same x s
new_line I character a
nint E integer a kind?
norm2 T same x dim?
not E same i
null T special mold?
num_images T small
pack T same array mask vector?
parity T same mask dim?
popcnt E small i
poppar E small i
precision I small x
present I logical a
product T same array dim? mask?
radix I small x
ran T real4 i
rand T real4 i?
range I small x
rank I small a
real E special a kind?
rename T small path1 path2
repeat T character string ncopies
reshape T same source shape pad? order?
rrspacing E same x
rshift E same i shift
same_type_as I logical a b
scale E same x i
scan E integer string set back? kind?
secnds T real4 x
second T real4
selected_char_kind T small name
selected_int_kind T small r
selected_real_kind T small p? r? radix?
set_exponent E same x i
shape I integer source kind?
shifta E same i shift
shiftl E same i shift
shiftr E same i shift
sign E promote a b
sind E same x
sin E same x
sinh E same x
size I integer array dim? kind?
sizeof I int8 x
spacing E same x
spread T same source dim ncopies
sqrt E same x
storage_size I integer a kind?
sum T same array dim? mask?
tand E same x
tan E same x
tanh E same x
this_image T small
time T int4
time8 T int8
tiny I same x
trailz E small i
transfer T special source mold size?
transpose T same matrix
trim T character string
ubound I integer array dim? kind?
unlink T small path
unpack T special vector mask field
verify E integer string set back? kind?
abort S int4
backtrace S int4
alarm S int4 seconds handler status?
c_f_pointer S int4 cptr fptr shape?
c_f_procpointer S int4 cptr fptr
cpu_time S int4 time
date_and_time S int4 date? time? zone? values?
dtime S int4 values time
execute_command_line S int4 command wait? exitstat? cmdstat? cmdmsg?
exit S int4 status?
fdate S int4 date
fget S int4 c status?
fgetc S int4 unit c status?
flush S int4 unit?
fput S int4 c status?
fputc S int4 unit c status?
fseek S int4 unit offset whence status?
ftell S int4 unit offset
get_command S int4 command? length? status?
get_command_argument S int4 number value? length? status?
get_environment_variable S int4 name value? length? status? trim_name?
getarg S int4 pos value
getcwd S int4 c status?
getenv S int4 name value
idate S int4 values
ieee_get_flag S int4 flag flag_value
ieee_get_halting_mode S int4 flag halting
ieee_get_rounding_mode S int4 round_value
ieee_get_status S int4 status_value
ieee_set_flag S int4 flag flag_value
ieee_set_halting_mode S int4 flag halting
ieee_set_rounding_mode S int4 round_value
ieee_set_status S int4 status_value
itime S int4 values
move_alloc S int4 from to
mvbits S int4 from frompos len to topos
random_init S int4 repeatable image_distinct
random_number S int4 harvest
random_seed S int4 size? put? get?
rename S int4 path1 path2 status?
sleep S int4 seconds
srand S int4 seed
system S int4 command status?
system_clock S int4 count? count_rate? count_max?
unlink S int4 path status?
`;

function parseTable(): Map<string, Intrinsic> {
  const table = new Map<string, Intrinsic>();
  for (const line of TABLE.trim().split('\n')) {
    const [name, form, rule, ...args] = line.split(' ');
    const key = form === 'S' ? `call ${name}` : name!;
    table.set(key, {
      name: name!,
      form: FORMS[form as keyof typeof FORMS],
      rule: rule as ResultRule,
      arguments: args,
    });
  }
  // Both a function and a subroutine in the GNU library.
  table.set('call etime', { name: 'etime', form: 'subroutine', rule: 'int4', arguments: ['values', 'time'] });
  table.set('call second', { name: 'cpu_time', form: 'subroutine', rule: 'int4', arguments: ['time'] });
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
