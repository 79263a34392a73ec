// Arguments of intrinsic procedures whose constants, lengths, sizes or attributes are not fit for them.

import { constantLength, maybeInteger } from '../program/constants.ts';
import { sameType } from '../program/conversions.ts';
import { describeType } from '../program/describe-type.ts';
import { isAllocatable, isDesignator, rootSymbol } from '../program/designator.ts';
import { constantNode } from '../program/fold-operation.ts';
import type { Typed } from '../program/semantics.ts';
import { FortranError, type Position } from '../source/diagnostics.ts';
import { constantShapeOf } from './constant-shape.ts';
import type { Intrinsic } from './intrinsics.ts';

type Arguments = readonly (Typed | undefined)[];

/** Throws where a constant, a length or a size is not fit for an intrinsic function. */
export function checkFunctionValues(
  { name, arguments: names }: Intrinsic,
  args: Arguments,
  at: Position,
): void {
  const dim = REDUCES.test(name) ? args[names.indexOf('dim?')] : undefined;
  const fault = valueFault(name, args) ?? dimFault(dim);
  if (fault !== undefined) throw new FortranError(at, `${fault} in "${name}".`);
}

const REDUCES = /^((max|min|find)loc|(max|min)val|sum|product|iall|iany|iparity)$/;
const INQUIRES = /^(storage_size|sizeof|c_sizeof)$/;

function valueFault(name: string, args: Arguments): string | undefined {
  const [first, second, third] = args;
  if (!first) return undefined;
  if (INQUIRES.test(name) && first.k === 'null') return 'NULL() has no size and can not be an argument';
  switch (name) {
    case 'pack':
      return third && countFault('VECTOR', third, second);
    case 'unpack':
      return (second && countFault('VECTOR', first, second)) ?? fieldFault(second, third);
    case 'transfer':
      return moldFault(first, second);
    case 'eoshift':
      return boundaryFault(first, third);
    case 'reshape':
      return args[3] && args[3].type.base !== 'integer' ? 'ORDER must be of type INTEGER' : undefined;
    case 'cmplx':
    case 'dcmplx':
      return second && second.type.base === 'complex' ? 'The second argument can not be complex' : undefined;
    default:
      return undefined;
  }
}

function dimFault(dim: Typed | undefined): string | undefined {
  return dim?.k === 'variable' && dim.sym.optional ? 'DIM can not be an OPTIONAL argument' : undefined;
}

// How many elements a constant mask picks.
function countFault(what: string, vector: Typed, mask: Typed | undefined): string | undefined {
  const size = constantShapeOf(vector)?.[0];
  const node = constantNode(mask);
  if (size === undefined || node?.k !== 'const-array') return undefined;
  const wanted = node.items.filter((item) => item.k === 'const' && item.value === true).length;
  return size < wanted ? `${what} has ${size} elements, but MASK picks ${wanted},` : undefined;
}

function fieldFault(mask: Typed | undefined, field: Typed | undefined): string | undefined {
  if (!mask || !field || field.rank === 0) return undefined;
  const [a, b] = [constantShapeOf(mask), constantShapeOf(field)];
  const differs = a && b && (a.length !== b.length || a.some((n, i) => n !== b[i]));
  return differs ? 'FIELD must have the shape of MASK' : undefined;
}

function moldFault(source: Typed, mold: Typed | undefined): string | undefined {
  if (!mold) return undefined;
  if (mold.type.base === 'hollerith') return 'MOLD can not be a Hollerith constant';
  const isEmpty =
    constantLength(mold.type) === 0 ||
    (mold.type.derived?.components.length === 0 && !mold.type.derived.opaque);
  const isSourceEmpty =
    constantLength(source.type) === 0 ||
    constantShapeOf(source)?.includes(0) ||
    source.type.derived?.components.length === 0;
  return mold.rank > 0 && isEmpty && mold.type.base !== 'class' && !isSourceEmpty
    ? 'MOLD is an array of elements without size'
    : undefined;
}

function boundaryFault(array: Typed, boundary: Typed | undefined): string | undefined {
  if (!boundary) return array.type.derived ? `BOUNDARY is needed for ${describeType(array.type)}` : undefined;
  const isSame = boundary.type.base === array.type.base && boundary.type.kind === array.type.kind;
  if (!isSame && boundary.type.base !== 'boz') return 'BOUNDARY must have the type and kind of ARRAY';
  return undefined;
}

/** The same for the arguments of an intrinsic subroutine. */
export function checkSubroutineValues({ name }: Intrinsic, args: Arguments): void {
  if (name === 'move_alloc') checkMove(args[0], args[1]);
  if (name === 'mvbits') checkBitMove(args);
}

function checkMove(from: Typed | undefined, to: Typed | undefined): void {
  for (const a of [from, to]) {
    const isGuarded = a?.k === 'variable' && a.sym.association !== undefined;
    if (a && (isGuarded || !isAllocatable(a)) && isDesignator(a))
      throw new FortranError(a.at, 'The arguments of "move_alloc" must be ALLOCATABLE.');
  }
  if (!from || !to) return;
  const isPolymorphic = (e: Typed): boolean => e.type.base === 'class' || e.type.base === 'class-star';
  if (isPolymorphic(from) && !isPolymorphic(to))
    throw new FortranError(to.at, 'TO of "move_alloc" must be polymorphic, as FROM is.');
  if (from.rank !== to.rank)
    throw new FortranError(to.at, `FROM and TO of "move_alloc" have the ranks ${from.rank} and ${to.rank}.`);
  if (!isPolymorphic(to) && !sameType(from.type, to.type))
    throw new FortranError(
      to.at,
      `FROM and TO of "move_alloc" have the types ${describeType(from.type)} and ${describeType(to.type)}.`,
    );
  const coranks = [from, to].map((e) => (e.k === 'variable' ? (e.sym.written.codimensions?.length ?? 0) : 0));
  if (from.k === 'variable' && to.k === 'variable' && coranks[0] !== coranks[1])
    throw new FortranError(to.at, `FROM and TO of "move_alloc" have the coranks ${coranks.join(' and ')}.`);
  if (from.k === 'component' && to.k === 'component' && isReachedThrough(to.base, from))
    throw new FortranError(to.at, 'TO of "move_alloc" is a part of FROM, which is moved.');
}

// Whether a designator goes through the component that another one is.
function isReachedThrough(e: Typed, other: Extract<Typed, { k: 'component' }>): boolean {
  if (e.k === 'component' && e.component === other.component && rootSymbol(e) === rootSymbol(other))
    return depthOf(e) === depthOf(other);
  return e.k === 'component' && isReachedThrough(e.base, other);
}

function depthOf(e: Typed): number {
  return e.k === 'component' ? 1 + depthOf(e.base) : 0;
}

function checkBitMove([from, place, count, to, target]: Arguments): void {
  const fail = (e: Typed, message: string): never => {
    throw new FortranError(e.at, `${message} in "mvbits".`);
  };
  for (const [e, what] of [
    [place, 'FROMPOS'],
    [count, 'LEN'],
    [target, 'TOPOS'],
  ] as const) {
    const n = maybeInteger(e);
    if (e && n !== undefined && n < 0) fail(e, `${what} is negative, ${n},`);
  }
  const n = maybeInteger(count);
  if (n === undefined) return;
  for (const [e, start, what] of [
    [from, place, 'FROM'],
    [to, target, 'TO'],
  ] as const) {
    const first = maybeInteger(start);
    const bits = (e?.type.kind ?? 0) * 8;
    if (e && first !== undefined && first + n > bits)
      fail(e, `${what} has ${bits} bits, but ${first + n} are asked for`);
  }
}
