// Intrinsics that are not elemental and whose results do not follow from a rule of the table.

import { intrinsicNode, VOID } from '../program/constants.ts';
import { coerce, isNumeric, promote } from '../program/conversions.ts';
import type { Typed } from '../program/semantics.ts';
import type { Position } from '../source/diagnostics.ts';
import type { Arguments, IntrinsicPlace } from './intrinsic-arguments.ts';

type Custom = (args: Arguments, place: IntrinsicPlace) => Typed | undefined;

export const CUSTOM: Record<string, Custom> = {
  null: (args, { at }) => ({ k: 'null', at, type: args[0]?.type ?? VOID, rank: args[0]?.rank ?? 0 }),
  transfer: (args, { at, kinds }) => {
    const mold = args[1]!;
    const rank = args[2] || mold.rank > 0 ? 1 : 0;
    const source = args[0]!.type.base === 'boz' ? coerce(args[0]!, kinds.integer, at) : args[0]!;
    return intrinsicNode('transfer', [source, mold, args[2]], { at, type: mold.type, rank });
  },
  unpack: (args, { at }) => intrinsicNode('unpack', args, { at, type: args[0]!.type, rank: args[1]!.rank }),
  dot_product: (args, { at }) => dotProduct(args, at),
  findloc: (args) => {
    const [array, value] = args;
    // They are compared as == does: 1.5 is in no array of integers.
    if (array && value && isNumeric(array.type) && isNumeric(value.type)) {
      const common = promote(array.type, value.type);
      args[0] = coerce(array, common, array.at);
      args[1] = coerce(value, common, value.at);
    }
    return undefined;
  },
};

function dotProduct(args: Arguments, at: Position): Typed | undefined {
  if (args[0]!.type.base !== 'logical') return undefined;
  return intrinsicNode('dot_product', args, { at, type: args[0]!.type });
}
