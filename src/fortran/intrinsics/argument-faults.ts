// What ranks the arguments of functions that are not elemental must have, and of what type those of functions of scalars must be
// (ISO/IEC 1539-1:2018, 16.9). That the first argument of a reduction is an array is said by make-intrinsic.ts.
import { describeType } from '../program/describe-type.ts';
import type { Base, Typed } from '../program/semantics.ts';
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
  const fault = scalarFault(intrinsic, args);
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
