// What ranks the arguments of functions that are not elemental must have, and of what type those of functions of scalars must be
// (ISO/IEC 1539-1:2018, 16.9). That the first argument of a reduction is an array is said by make-intrinsic.ts.
import { describeType } from '../program/describe-type.ts';
import type { Base } from '../program/entity-kinds.ts';
import type { Typed } from '../program/semantics.ts';
import type { Intrinsic } from './intrinsics.ts';

type Arguments = readonly (Typed | undefined)[];

const RANKS: Readonly<Record<string, Readonly<Record<string, number | 'array'>>>> = {
  etime: { values: 1 },
  fstat: { unit: 0, values: 1 },
  lstat: { name: 0, values: 1 },
  stat: { name: 0, values: 1 },
  is_contiguous: { array: 'array' },
  dot_product: { vector_a: 1, vector_b: 1 },
  findloc: { value: 0 },
  pack: { vector: 1 },
  reshape: { source: 'array', shape: 1, pad: 'array', order: 1 },
  transfer: { size: 0 },
  transpose: { matrix: 2 },
  unpack: { vector: 1, mask: 'array' },
};

/** Functions of scalars, whose arguments have these types all. */
const SCALARS: Readonly<Record<string, readonly Base[]>> = {
  access: ['character'],
  c_associated: ['derived'],
  chmod: ['character'],
  fget: ['character'],
  fput: ['character'],
  ftell: ['integer'],
  getcwd: ['character'],
  irand: ['integer'],
  malloc: ['integer'],
  ran: ['integer'],
  rand: ['integer'],
  rename: ['character'],
  secnds: ['real'],
  selected_char_kind: ['character'],
  selected_real_kind: ['integer'],
  ieee_selected_real_kind: ['integer'],
  team_number: ['derived'],
  unlink: ['character'],
};

/** Of what type arguments of these names are, whatever the function. */
const NAMED: Readonly<Record<string, Base>> = {
  back: 'logical',
  dim: 'integer',
  kind: 'integer',
  len: 'integer',
  mask: 'logical',
  ncopies: 'integer',
  order: 'integer',
  pos: 'integer',
  set: 'character',
  shape: 'integer',
  shift: 'integer',
  size: 'integer',
  string_b: 'character',
  substring: 'character',
};
/** The same of single functions. */
const NAMED_OF: Readonly<Record<string, Readonly<Record<string, Base>>>> = {
  dshiftl: { j: 'integer' },
  dshiftr: { j: 'integer' },
  merge_bits: { mask: 'integer' },
  nearest: { s: 'real' },
  new_line: { a: 'character' },
  scale: { i: 'integer' },
  set_exponent: { i: 'integer' },
};

function namedFault({ name, arguments: names }: Intrinsic, args: Arguments): string | undefined {
  for (const [i, given] of names.entries()) {
    const argument = given.replace('?', '');
    const wanted = NAMED_OF[name]?.[argument] ?? NAMED[argument];
    const base = args[i]?.type.base;
    if (!wanted || !base || base === wanted || base === 'boz' || base === 'hollerith') continue;
    return `${argument.toUpperCase()} must be of type ${wanted.toUpperCase()}, not ${describeType(args[i]!.type)},`;
  }
  return undefined;
}

/** Arguments, by their places, that must be of the type of the first. */
const LIKE_FIRST: Readonly<Record<string, readonly number[]>> = {
  atan: [1],
  eoshift: [2],
  pack: [2],
  reshape: [2],
  unpack: [2],
};

function pairFault({ name, form, rule, arguments: names }: Intrinsic, args: Arguments): string | undefined {
  const bases = args.map((a) => a?.type.base);
  const [first, second] = bases;
  if ((name === 'cmplx' || name === 'dcmplx') && first === 'complex' && second)
    return 'There can be no Y beside a complex X';
  if (/^(findloc|dot_product|matmul)$/.test(name) && first && second && classOf(first) !== classOf(second))
    return `${describeType(args[0]!.type)} and ${describeType(args[1]!.type)} can not be arguments together`;
  if (name === 'atan' && second && (first !== 'real' || second !== 'real'))
    return 'Both arguments must be REAL';
  const isUniform = form === 'elemental' && rule === 'promote';
  const other = bases.findIndex(
    (base, i) =>
      base && i > 0 && base !== first && base !== 'boz' && (isUniform || LIKE_FIRST[name]?.includes(i)),
  );
  if (other < 0 || first === 'boz') return undefined;
  const what = names[other]?.replace(/[?.]/g, '').toUpperCase() || 'The last argument';
  return `${what} must be of the type of the first argument, ${describeType(args[0]!.type)},`;
}

// What can be compared and multiplied with each other.
function classOf(base: Base): string {
  return base === 'integer' || base === 'real' || base === 'complex' ? 'number' : base;
}

// FGETC and FPUTC take a unit before the character.
function scalarFault({ name, arguments: names }: Intrinsic, args: Arguments): string | undefined {
  for (const [i, value] of args.entries()) {
    const isUnit = (name === 'fgetc' || name === 'fputc') && i === 0;
    const bases = isUnit ? ['integer'] : /^f(get|put)c$/.test(name) ? ['character'] : SCALARS[name];
    if (!value || !bases) continue;
    const what = names[i]!.replace('?', '').toUpperCase();
    if (value.rank !== 0) return `${what} must be a scalar`;
    if (!bases.includes(value.type.base))
      return `${what} must be of type ${bases.join().toUpperCase()}, not ${describeType(value.type)},`;
  }
  return undefined;
}

/** What is wrong with the rank or type of an argument, without the name of the function; undefined when nothing is. */
export function argumentFault(intrinsic: Intrinsic, args: Arguments): string | undefined {
  if (intrinsic.form !== 'inquiry' && intrinsic.name !== 'null' && args.some((a) => a?.k === 'null'))
    return 'NULL() has no value, and can not be an argument';
  const fault = scalarFault(intrinsic, args) ?? namedFault(intrinsic, args) ?? pairFault(intrinsic, args);
  if (fault !== undefined) return fault;
  const { name, arguments: names } = intrinsic;
  const wanted = RANKS[name] ?? {};
  for (const [i, given] of names.entries()) {
    const argument = given.replace('?', '');
    const rank = wanted[argument];
    const value = args[i];
    if (!value || rank === undefined) continue;
    if (rank === 'array' ? value.rank === 0 : value.rank !== rank)
      return `${argument.toUpperCase()} must be ${inWords(rank)}`;
  }
  if (name === 'matmul') return productFault(args[0]?.rank, args[1]?.rank);
  if (name === 'cshift') return shiftFault(args[0]!.rank, { SHIFT: args[1] });
  return name === 'eoshift' ? shiftFault(args[0]!.rank, { SHIFT: args[1], BOUNDARY: args[2] }) : undefined;
}

function inWords(rank: number | 'array'): string {
  if (rank === 'array') return 'an array';
  return rank === 0 ? 'a scalar' : `an array of rank ${rank}`;
}

// One of two factors is a matrix, and the other a matrix or a vector.
function productFault(a: number | undefined, b: number | undefined): string | undefined {
  const isFit = [a, b].every((rank) => rank === 1 || rank === 2) && (a === 2 || b === 2);
  return isFit ? undefined : 'The arguments must be two matrices, or a matrix and a vector,';
}

// SHIFT, and BOUNDARY of EOSHIFT, have an element for each line of the array, or are scalars.
function shiftFault(rank: number, others: Record<string, Typed | undefined>): string | undefined {
  const wrong = Object.entries(others).find(([, e]) => e && rank > 0 && e.rank !== 0 && e.rank !== rank - 1);
  return wrong && `${wrong[0]} must be a scalar or an array of rank ${rank - 1}`;
}
