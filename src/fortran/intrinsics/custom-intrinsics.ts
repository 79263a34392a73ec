// Intrinsics whose results do not follow from a rule of the table.

import { coerce, isNumeric, promote } from '../program/conversions.ts';
import { describeType } from '../program/describe-type.ts';
import { intrinsicNode, type Typed, VOID } from '../program/semantics.ts';
import { FortranError, type Position } from '../source/diagnostics.ts';
import {
  type Arguments,
  checkArgument,
  convertTo,
  elementalRank,
  type IntrinsicPlace,
  kindArgument,
  makeComplex,
} from './intrinsic-arguments.ts';

type Custom = (args: Arguments, place: IntrinsicPlace) => Typed | undefined;

function besselOfOrder(name: string, args: Arguments, at: Position): Typed {
  checkArgument(name, args[0]!, ['integer'], at);
  checkArgument(name, args[1]!, ['real'], at);
  const { type } = args[1]!;
  if (type.kind === 16) throw new FortranError(at, `${name.toUpperCase()} of REAL(16) is not supported.`);
  return intrinsicNode(name, args, { at, type, rank: elementalRank(args) });
}

// Intrinsics that are conversions in disguise, or whose result follows a rule of its own.
export const CUSTOM: Record<string, Custom> = {
  int(args, { at, kinds }) {
    checkArgument('int', args[0]!, ['integer', 'real', 'complex'], at);
    return convertTo(args[0]!, { base: 'integer', kind: kindArgument(args[1], kinds.integer.kind, at) }, at);
  },
  real: (args, { at, kinds }) => {
    const kind = args[0]!.type.base === 'complex' ? args[0]!.type.kind : kinds.real.kind;
    return convertTo(args[0]!, { base: 'real', kind: kindArgument(args[1], kind, at) }, at);
  },
  dble: (args, { at, kinds }) => convertTo(args[0]!, kinds.double, at),
  logical(args, { at, kinds }) {
    checkArgument('logical', args[0]!, ['logical'], at);
    return coerce(args[0]!, { base: 'logical', kind: kindArgument(args[1], kinds.logical.kind, at) }, at);
  },
  cmplx: (args, { at, kinds }) => makeComplex(args, kindArgument(args[2], kinds.real.kind, at), at),
  dcmplx: (args, { at, kinds }) => makeComplex(args, kinds.double.kind, at),
  complex: (args, { at, kinds }) => {
    for (const a of args)
      if (a!.type.base !== 'integer' && a!.type.base !== 'real')
        throw new FortranError(a!.at, 'The arguments of COMPLEX must be integer or real.');
    const part = promote(args[0]!.type, args[1]!.type);
    return makeComplex(args, part.base === 'real' ? part.kind : kinds.real.kind, at);
  },
  aimag: (args, { at }) => {
    const z = args[0]!;
    if (z.type.base !== 'complex') throw new FortranError(at, 'The argument of AIMAG must be complex.');
    return { k: 'part', at, type: { base: 'real', kind: z.type.kind }, rank: z.rank, base: z, part: 'im' };
  },
  dprod: (args, { at, kinds }) => ({
    k: 'binary',
    at,
    op: '*',
    type: kinds.double,
    rank: elementalRank(args),
    left: coerce(args[0]!, kinds.double, at),
    right: coerce(args[1]!, kinds.double, at),
  }),
  atan: (args, { at }) =>
    args[1]
      ? intrinsicNode('atan2', args, { at, type: args[0]!.type, rank: elementalRank(args) })
      : undefined,
  null: (args, { at }) => ({ k: 'null', at, type: args[0]?.type ?? VOID, rank: args[0]?.rank ?? 0 }),
  transfer: (args, { at, kinds }) => {
    const mold = args[1]!;
    const rank = args[2] || mold.rank > 0 ? 1 : 0;
    const source = args[0]!.type.base === 'boz' ? coerce(args[0]!, kinds.integer, at) : args[0]!;
    return intrinsicNode('transfer', [source, mold, args[2]], { at, type: mold.type, rank });
  },
  unpack: (args, { at }) => intrinsicNode('unpack', args, { at, type: args[0]!.type, rank: args[1]!.rank }),
  bessel_jn: (args, { at }) => besselOfOrder('bessel_jn', args, at),
  bessel_yn: (args, { at }) => besselOfOrder('bessel_yn', args, at),
  ieee_value: (args, { at }) =>
    intrinsicNode('ieee_value', args, { at, type: args[0]!.type, rank: args[0]!.rank }),
  aint: (args, { at }) => roundKind('aint', args, at),
  anint: (args, { at }) => roundKind('anint', args, at),
  dot_product: (args, { at }) => dotProduct(args, at),
  merge: (args, { at }) => {
    const [a, b] = args;
    if (a!.type.base !== b!.type.base || a!.type.kind !== b!.type.kind) {
      throw new FortranError(
        at,
        `The first two arguments of MERGE have different types: ${describeType(a!.type)} and ${describeType(b!.type)}.`,
      );
    }
    return undefined;
  },
  findloc: (args) => {
    const [array, value] = args;
    if (array && value && isNumeric(array.type) && isNumeric(value.type))
      args[1] = coerce(value, array.type, value.at);
    return undefined;
  },
};

function roundKind(name: string, args: Arguments, at: Position): Typed | undefined {
  if (!args[1]) return undefined;
  const kind = kindArgument(args[1], 4, at);
  const [a] = args;
  return coerce(intrinsicNode(name, [a], { at, type: a!.type, rank: a!.rank }), { base: 'real', kind }, at);
}

function dotProduct(args: Arguments, at: Position): Typed | undefined {
  if (args[0]!.type.base !== 'logical') return undefined;
  return intrinsicNode('dot_product', args, { at, type: args[0]!.type });
}
