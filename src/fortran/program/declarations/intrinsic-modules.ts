// The language's own modules: iso_fortran_env, iso_c_binding and the IEEE modules. The kinds in iso_c_binding are those
// of wasm32, where long, size_t and pointers have 4 bytes.

import { integerConstant } from '../constants/constants.ts';
import { become, setResolved, setWritten } from '../symbols/change-symbol.ts';
import { KINDS } from '../symbols/entity-kinds.ts';
import { declare, freshNumber } from '../symbols/names.ts';
import {
  type DerivedType,
  type Program,
  Scope,
  type Sym,
  type Type,
  type Typed,
} from '../symbols/semantics.ts';
import { emptyType } from './declare-type.ts';

const ENVIRONMENT: Record<string, number> = {
  int8: 1,
  int16: 2,
  int32: 4,
  int64: 8,
  real16: -2,
  real32: 4,
  real64: 8,
  real128: 16,
  logical8: 1,
  logical16: 2,
  logical32: 4,
  logical64: 8,
  input_unit: 5,
  output_unit: 6,
  error_unit: 0,
  iostat_end: -1,
  iostat_eor: -2,
  iostat_inquire_internal_unit: 5018,
  initial_team: 0,
  parent_team: 1,
  current_team: 2,
  stat_unlocked: 0,
  stat_locked: 1,
  stat_locked_other_image: 2,
  stat_stopped_image: 6000,
  stat_failed_image: 6001,
  atomic_int_kind: 4,
  atomic_logical_kind: 4,
  character_storage_size: 8,
  numeric_storage_size: 32,
  file_storage_size: 8,
};

/** The kinds of the constants in iso_c_binding: for each kind, the names without their `c_`. */
const C_KINDS: Readonly<Record<number, string>> = {
  1: 'signed_char int8_t int_least8_t int_fast8_t bool char',
  2: 'short int16_t int_least16_t int_fast16_t',
  4: 'int long size_t int32_t int_least32_t int_fast32_t intptr_t ptrdiff_t float float_complex',
  8: 'long_long int64_t int_least64_t int_fast64_t intmax_t double double_complex',
  16: 'int128_t int_least128_t long_double long_double_complex int_fast128_t float128 float128_complex',
};

const C_CHARACTERS: Record<string, string> = {
  c_null_char: '\0',
  c_alert: '\u0007',
  c_backspace: '\b',
  c_form_feed: '\f',
  c_new_line: '\n',
  c_carriage_return: '\r',
  c_horizontal_tab: '\t',
  c_vertical_tab: '\v',
};

const C_PROCEDURES = 'c_loc c_funloc c_associated c_sizeof c_f_pointer c_f_procpointer f_c_string'.split(' ');

/**
 * The types of the IEEE constants. The names are in the order of the numbers that the run-time library uses for them,
 * starting with `first`.
 */
const IEEE_CONSTANTS: Readonly<Record<string, { first: number; names: string }>> = {
  ieee_class_type: {
    first: 0,
    names:
      'other_value signaling_nan quiet_nan negative_inf negative_normal negative_subnormal negative_zero ' +
      'positive_zero positive_subnormal positive_normal positive_inf',
  },
  ieee_round_type: { first: 0, names: 'nearest to_zero up down away other' },
  ieee_flag_type: { first: 1, names: 'invalid overflow divide_by_zero underflow inexact' },
};

const IEEE_FUNCTIONS = [
  'class copy_sign fma int is_finite is_nan is_negative is_normal logb max_num max_num_mag min_num min_num_mag',
  'next_after next_down next_up quiet_eq quiet_ge quiet_gt quiet_le quiet_lt quiet_ne real rem rint scalb',
  'signaling_eq signaling_ge signaling_gt signaling_le signaling_lt signaling_ne signbit',
  'selected_real_kind support_datatype support_denormal support_divide support_inf support_io',
  'support_nan support_rounding support_sqrt support_standard support_subnormal',
  'support_underflow_control support_flag support_halting unordered value get_flag',
  'get_halting_mode get_modes get_rounding_mode get_status set_flag set_halting_mode set_modes set_rounding_mode',
  'set_status get_underflow_mode set_underflow_mode',
].flatMap((line) => line.split(' ').map((name) => `ieee_${name}`));

/** The intrinsic module of this name, which is created on first use. */
export function intrinsicModule(program: Program, name: string): Scope | undefined {
  const build = Object.hasOwn(BUILDERS, name) ? BUILDERS[name] : undefined;
  if (!build) return undefined;
  // A module in the program may have the same name.
  const key = `intrinsic ${name}`;
  const known = program.modules.get(key);
  if (known) return known;
  const scope = new Scope(program, 'module', name, undefined);
  scope.cPrefix = `${name}_`;
  program.modules.set(key, scope);
  build(scope);
  return scope;
}

export function intrinsicModuleNames(): string[] {
  return Object.keys(BUILDERS);
}

const BUILDERS: Record<string, (scope: Scope) => void> = {
  iso_fortran_env: buildEnvironment,
  iso_c_binding: buildC,
  ieee_arithmetic: buildIeee,
  ieee_exceptions: buildIeee,
  ieee_features: (scope) => {
    const features =
      'datatype denormal divide halting inexact_flag inf invalid_flag nan rounding sqrt subnormal underflow_flag';
    for (const name of features.split(' ')) addConstant(scope, `ieee_${name}`, integerConstant(1));
  },
};

function addConstant(scope: Scope, name: string, value: Typed): Sym {
  const symbol = declare(scope, name, 0);
  become(symbol, { k: 'constant' });
  setResolved(symbol, { type: value.type, initial: value });
  setWritten(symbol, { declared: true });
  return symbol;
}

function addIntrinsics(scope: Scope, names: readonly string[]): void {
  for (const name of names) {
    become(declare(scope, name, 0), { k: 'intrinsic' });
  }
}

function buildEnvironment(scope: Scope): void {
  for (const [name, value] of Object.entries(ENVIRONMENT))
    addConstant(scope, name, defaultInteger(scope, value));
  if (scope.program.options.unsigned)
    for (const kind of [1, 2, 4, 8]) addConstant(scope, `uint${8 * kind}`, defaultInteger(scope, kind));
  addKinds(scope, 'integer_kinds', KINDS.integer);
  addKinds(scope, 'real_kinds', KINDS.real);
  addKinds(scope, 'logical_kinds', KINDS.logical);
  addKinds(scope, 'character_kinds', KINDS.character);
  addIntrinsics(scope, ['compiler_version', 'compiler_options']);
  for (const type of ['lock_type', 'event_type', 'team_type']) addOpaque(scope, type, 'number');
}

function defaultInteger(scope: Scope, value: number): Typed {
  return integerConstant(value, 0, scope.kinds.integer.kind);
}

function addKinds(scope: Scope, name: string, kinds: readonly number[]): void {
  addList(
    scope,
    name,
    kinds.map((k) => defaultInteger(scope, k)),
  );
}

function addList(scope: Scope, name: string, items: Typed[]): void {
  const shape = [items.length];
  const symbol = addConstant(scope, name, {
    k: 'const-array',
    at: 0,
    type: items[0]!.type,
    rank: 1,
    shape,
    items,
  });
  const [low, high] = [integerConstant(1), integerConstant(items.length)];
  setResolved(symbol, { hasDims: true, dims: [{ low, high }] });
}

// The name of the unsigned type that is as wide as a signed type in C.
function unsignedName(name: string): string | undefined {
  if (/^int.*_t$/.test(name)) return name === 'intptr_t' ? undefined : `c_u${name}`;
  if (name === 'int') return 'c_unsigned';
  return /^(signed_char|short|long|long_long)$/.test(name)
    ? `c_unsigned_${name.replace('signed_', '')}`
    : undefined;
}

function buildC(scope: Scope): void {
  for (const [kind, names] of Object.entries(C_KINDS))
    for (const name of names.split(' ')) {
      addConstant(scope, `c_${name}`, defaultInteger(scope, Number(kind)));
      const unsigned = scope.program.options.unsigned ? unsignedName(name) : undefined;
      if (unsigned) addConstant(scope, unsigned, defaultInteger(scope, Number(kind)));
    }
  for (const [name, value] of Object.entries(C_CHARACTERS)) {
    addConstant(scope, name, {
      k: 'const',
      at: 0,
      rank: 0,
      type: { base: 'character', kind: 1, length: integerConstant(1) },
      value,
    });
  }
  for (const [name, type] of [
    ['c_null_ptr', 'c_ptr'],
    ['c_null_funptr', 'c_funptr'],
  ] as const) {
    addConstant(scope, name, { k: 'null', at: 0, rank: 0, type: addOpaque(scope, type, type) });
  }
  addIntrinsics(scope, C_PROCEDURES);
}

function addOpaque(scope: Scope, name: string, opaque: NonNullable<DerivedType['opaque']>): Type {
  const key = `opaque ${name}`;
  const known = scope.program.modules.get(key)?.symbols.get(name);
  const symbol = known ?? declare(scope, name, 0);
  if (!known) {
    const cName = `T${freshNumber(scope.program)}_${name}`;
    const given = { sequence: true, defined: true, emitted: true, opaque };
    const derived = { ...emptyType(scope, name, cName, 0), ...given };
    become(symbol, { k: 'type', derived });
    const holder = new Scope(scope.program, 'module', key, undefined);
    holder.symbols.set(name, symbol);
    scope.program.modules.set(key, holder);
  }
  scope.symbols.set(name, symbol);
  return { base: 'derived', kind: 0, derived: symbol.derived! };
}

function buildIeee(scope: Scope): void {
  for (const [name, { first, names }] of Object.entries(IEEE_CONSTANTS)) {
    const type = addOpaque(scope, name, 'number');
    for (const [i, word] of names.split(' ').entries())
      for (const written of new Set([word, word.replace('subnormal', 'denormal')]))
        addConstant(scope, `ieee_${written}`, { k: 'const', at: 0, rank: 0, type, value: BigInt(first + i) });
  }
  addOpaque(scope, 'ieee_modes_type', 'number');
  addOpaque(scope, 'ieee_status_type', 'number');
  // Programs rely on the order that gfortran uses.
  const flags = ['ieee_overflow', 'ieee_divide_by_zero', 'ieee_invalid', 'ieee_underflow', 'ieee_inexact'];
  const all = flags.map((f) => scope.symbols.get(f)!.resolved.initial!);
  addList(scope, 'ieee_all', all);
  addList(scope, 'ieee_usual', all.slice(0, 3));
  addIntrinsics(scope, IEEE_FUNCTIONS);
}

/** A type from one of these modules, for an intrinsic function that returns it. */
export function opaqueType(program: Program, name: string): Type {
  const home = name.startsWith('c_')
    ? 'iso_c_binding'
    : name === 'team_type'
      ? 'iso_fortran_env'
      : 'ieee_arithmetic';
  const module = intrinsicModule(program, home)!;
  return { base: 'derived', kind: 0, derived: module.symbols.get(name)!.derived! };
}
