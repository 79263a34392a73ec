// Rules for the arguments of intrinsic procedures beyond their types: conforming shapes, values in range, scalars,
// assignable variables.

import { describeType, maybeInteger } from '../../program/constants/constants.ts';
import { isCompatibleDerived, sameType } from '../../program/constants/conversions.ts';
import { definitionFault } from '../../program/symbols/definable.ts';
import { isAllocatable, isDesignator, rootSymbol } from '../../program/symbols/designator.ts';
import type { MaybeTyped, Node, Scope, Typed } from '../../program/symbols/semantics.ts';
import { type Position, refuse } from '../../source/diagnostics.ts';
import { constantShapeOf } from '../folding/constant-shape.ts';
import { maybeWhole } from '../rows/function-rows.ts';
import { type Intrinsic, placeOfArgument, type Taken } from '../rows/intrinsics.ts';

type Arguments = readonly MaybeTyped[];

/** Throws if an argument of an intrinsic function is invalid. */
export function checkIntrinsicArguments(intrinsic: Intrinsic, args: Arguments, at: Position): void {
  if (intrinsic.name === 'allocated') checkAllocatable('allocated', args[0]);
  const fault = functionFault(intrinsic, args);
  if (fault) refuse(at, `Invalid call to "${intrinsic.name}": ${fault}.`);
}

// Functions with an optional DIM that does not affect the rank of the result.
const MAY_LACK_DIM: ReadonlySet<string> = new Set(['cshift', 'eoshift', 'size']);

function functionFault(intrinsic: Intrinsic, args: Arguments): string | undefined {
  const { name, form, arguments: names } = intrinsic;
  const place = (wanted: string): MaybeTyped => args[placeOfArgument(intrinsic, wanted)];
  const procedure = args.find((a) => a?.k === 'procedure');
  if (procedure && !maybeWhole(name)?.takesProcedures) return 'A procedure cannot be an argument';
  const dim = place('dim');
  if (dim && dim.rank > 0) return 'DIM must be a scalar';
  if (names.includes('dim?') && !MAY_LACK_DIM.has(name) && dim?.k === 'variable' && dim.sym.optional)
    return 'DIM cannot be an OPTIONAL argument';
  const kind = place('kind');
  if (kind && kind.k !== 'const') return 'KIND must be a constant';
  if (form === 'elemental') return elementalFault(args);
  if (form !== 'transformational' || names[0] !== 'array') return undefined;
  return maskFault(args[0], place('mask'));
}

function maskFault(array: MaybeTyped, mask: MaybeTyped): string | undefined {
  if (!array || !mask || mask.rank === 0) return undefined;
  if (mask.type.base !== 'logical') return `MASK must be LOGICAL, not ${describeType(mask.type)}`;
  return array.rank !== mask.rank || differ(array, mask)
    ? 'MASK must have the same shape as the array'
    : undefined;
}

function differ(a: Typed, b: Typed): boolean {
  const left = constantShapeOf(a);
  const right = constantShapeOf(b);
  return left !== undefined && right !== undefined && left.some((n, i) => n !== right[i]);
}

function elementalFault(args: Arguments): string | undefined {
  const arrays = args.filter((a): a is Typed => a !== undefined && a.rank > 0);
  return arrays.some((a) => differ(arrays[0]!, a)) ? 'The arguments have different shapes' : undefined;
}

function checkAllocatable(name: string, value: MaybeTyped): void {
  if (value && !isAllocatable(value)) refuse(value.at, `The argument of "${name}" must be ALLOCATABLE.`);
}

/** Throws if an argument of an intrinsic subroutine is invalid. */
export function checkIntrinsicSubroutine(
  scope: Scope,
  intrinsic: Intrinsic,
  args: Arguments,
  at: Position,
): void {
  if (intrinsic.name === 'move_alloc')
    for (const value of args.slice(0, 2)) checkAllocatable('move_alloc', value);
  intrinsic.takes?.forEach((taken, i) => {
    const value = args[i];
    if (value) checkTaken(scope, intrinsic, i, value, taken);
  });
  checkSubroutineValues(intrinsic, args);
  if (intrinsic.name !== 'random_seed') return;
  if (args.filter((a) => (a && a.k !== 'variable' ? true : a && !a.sym.optional)).length > 1)
    refuse(at, '"random_seed" takes at most one argument.');
  for (const seed of args.slice(1)) {
    const n = seed && constantShapeOf(seed)?.[0];
    const wanted = seedSize(seed?.type.kind);
    if (n !== undefined && n < wanted)
      refuse(at, `The seed of "random_seed" needs ${wanted} numbers, but this array has ${n}.`);
  }
}

/** Types from intrinsic modules that subroutines accept, by argument name. */
const OPAQUE: Readonly<Record<string, string>> = {
  cptr: 'c_ptr',
  event: 'event_type',
  lock_variable: 'lock_type',
  team: 'team_type',
  flag: 'ieee_flag_type',
  round_value: 'ieee_round_type',
  status_value: 'ieee_status_type',
};

// Checks an argument against the subroutine's row in the table of intrinsics.
function checkTaken(scope: Scope, intrinsic: Intrinsic, place: number, value: Typed, taken: Taken): void {
  const { name, arguments: names } = intrinsic;
  const { bases, rank, isDefined } = taken;
  const argument = names[place]!.replace('?', '');
  const fail = (message: string): never => {
    refuse(value.at, `${argument.toUpperCase()} of "${name.replace('%', '')}" ${message}`);
  };
  const { base } = value.type;
  if (bases && value.k === 'null') fail('cannot be NULL(), which has no value.');
  const isFit = !bases || bases.includes(base) || (base === 'boz' && bases.includes('integer') && !isDefined);
  if (!isFit) fail(`must be of type ${bases.join(' or ').toUpperCase()}, not ${describeType(value.type)}.`);
  const opaque = name === 'c_f_procpointer' && argument === 'cptr' ? 'c_funptr' : OPAQUE[argument];
  if (opaque && base === 'derived' && value.type.derived?.name !== opaque)
    fail(`must be of TYPE(${opaque}), not ${describeType(value.type)}.`);
  if (rank !== 'any' && value.rank !== rank)
    fail(rank === 0 ? 'must be a scalar.' : `must be an array of rank ${rank}.`);
  if (!isDefined || base === 'procedure') return;
  const fault = definitionFault(scope, value);
  if (fault) refuse(value.at, `"${name}" defines its argument "${argument}": ${fault}`);
}

/** Number of integers of the given kind in the seed. */
export function seedSize(kind: number | undefined): number {
  return kind === 8 ? 4 : 8;
}

/** Throws if the arguments of an intrinsic subroutine are inconsistent. */
function checkSubroutineValues({ name }: Intrinsic, args: Arguments): void {
  if (name === 'move_alloc') checkMove(args[0], args[1]);
  if (name === 'mvbits') checkBitMove(args);
}

function checkMove(from: MaybeTyped, to: MaybeTyped): void {
  for (const a of [from, to]) {
    const isGuarded = a?.k === 'variable' && a.sym.association !== undefined;
    if (a && (isGuarded || !isAllocatable(a)) && isDesignator(a))
      refuse(a.at, 'The arguments of "move_alloc" must be ALLOCATABLE.');
  }
  if (!from || !to) return;
  const isPolymorphic = (e: Typed): boolean => e.type.base === 'class' || e.type.base === 'class-star';
  if (isPolymorphic(from) && !isPolymorphic(to))
    refuse(to.at, 'TO of "move_alloc" must be polymorphic because FROM is.');
  if (from.rank !== to.rank)
    refuse(to.at, `FROM and TO of "move_alloc" have different ranks: ${from.rank} and ${to.rank}.`);
  const fits =
    to.type.base === 'class' ? isCompatibleDerived(from.type, to.type) : sameType(from.type, to.type);
  if (to.type.base !== 'class-star' && !fits)
    refuse(
      to.at,
      `FROM and TO of "move_alloc" have different types: ${describeType(from.type)} and ${describeType(to.type)}.`,
    );
  const coranks = [from, to].map((e) => (e.k === 'variable' ? (e.sym.written.codimensions?.length ?? 0) : 0));
  if (from.k === 'variable' && to.k === 'variable' && coranks[0] !== coranks[1])
    refuse(to.at, `FROM and TO of "move_alloc" have different coranks: ${coranks.join(' and ')}.`);
  if (from.k === 'component' && to.k === 'component' && isReachedThrough(to.base, from))
    refuse(to.at, 'TO of "move_alloc" is a part of FROM, which is being moved.');
}

// True if the designator `e` goes through the component that `other` selects.
function isReachedThrough(e: Typed, other: Node<'component'>): boolean {
  if (e.k === 'component' && e.component === other.component && rootSymbol(e) === rootSymbol(other))
    return depthOf(e) === depthOf(other);
  return e.k === 'component' && isReachedThrough(e.base, other);
}

function depthOf(e: Typed): number {
  return e.k === 'component' ? 1 + depthOf(e.base) : 0;
}

function checkBitMove([from, place, count, to, target]: Arguments): void {
  const fail = (e: Typed, message: string): never => {
    refuse(e.at, `Invalid call to "mvbits": ${message}.`);
  };
  if (
    from &&
    to &&
    from.type.base !== 'boz' &&
    (from.type.base !== to.type.base || from.type.kind !== to.type.kind)
  )
    fail(to, `TO must have the type of FROM, ${describeType(from.type)}`);
  for (const [e, what] of [
    [place, 'FROMPOS'],
    [count, 'LEN'],
    [target, 'TOPOS'],
  ] as const) {
    const n = maybeInteger(e);
    if (e && n !== undefined && n < 0) fail(e, `${what} must not be negative, but is ${n}`);
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
      fail(e, `${what} has ${bits} bits, but ${first + n} are requested`);
  }
}
