// What ranks the arguments of functions of arrays must have (ISO/IEC 1539-1:2018, 16.9). Those of elemental functions
// conform, and that the first argument of a reduction is an array is said by make-intrinsic.ts.
import type { Typed } from '../program/semantics.ts';
import type { Intrinsic } from './intrinsics.ts';

type Arguments = readonly (Typed | undefined)[];

const RANKS: Readonly<Record<string, Readonly<Record<string, number | 'array'>>>> = {
  dot_product: { vector_a: 1, vector_b: 1 },
  findloc: { value: 0 },
  pack: { vector: 1 },
  reshape: { source: 'array', shape: 1, pad: 'array', order: 1 },
  transfer: { size: 0 },
  transpose: { matrix: 2 },
  unpack: { vector: 1, mask: 'array' },
};

/** What is wrong with the rank of an argument, without the name of the function; undefined when nothing is. */
export function rankFault({ name, arguments: names }: Intrinsic, args: Arguments): string | undefined {
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
