// Rules for the arguments of intrinsic procedures beyond their types.

import { describeType, maybeInteger } from '../../program/constants/constants.ts';
import { WIDE } from '../../program/constants/wide-characters.ts';
import { shapeKindOf } from '../../program/declarations/resolve.ts';
import { isPointer, rootSymbol, throughPointerOrTarget } from '../../program/symbols/designator.ts';
import type { DefaultKinds, MaybeTyped, Typed } from '../../program/symbols/semantics.ts';
import { refuse, throwFault } from '../../source/diagnostics.ts';
import { isAsking } from '../rows/function-rows.ts';

type Args = readonly MaybeTyped[];

/** Throws if the arguments do not fit the intrinsic function of this name. */
export function checkIntrinsicCall(kinds: DefaultKinds, name: string, generic: string, args: Args): void {
  if (DOUBLE_ONLY.test(name)) checkKinds(name, args, kinds.double.kind);
  if (name === 'dprod') checkKinds(name, args, kinds.real.kind);
  checkBoz(generic, args);
  checkCode(generic, args[0], args[1]);
  if (generic === 'c_loc') checkTarget(args[0]);
  if (!isAsking(generic)) for (const a of args) if (a) throwFault(a.at, assumedSizeFault(a));
  if ((generic === 'shape' || ((generic === 'size' || generic === 'ubound') && !args[1])) && args[0])
    throwFault(args[0].at, assumedSizeFault(args[0]));
}

// Specific names that begin with D and denote functions with DOUBLE PRECISION arguments.
const DOUBLE_ONLY =
  /^d(abs|a?cosh?|a?sinh?|a?tanh?|atan2|dim|erfc?|exp|gamma|lgama|log|log10|mod|sign|sqrt|int|nint|max1|min1)$/;

function checkKinds(name: string, args: Args, kind: number): void {
  for (const a of args)
    if (a && !/^(boz|hollerith)$/.test(a.type.base) && (a.type.base !== 'real' || a.type.kind !== kind))
      refuse(a.at, `The arguments of "${name}" must be REAL(${kind}); this is ${describeType(a.type)}.`);
}

function checkBoz(generic: string, args: Args): void {
  if (!/^(iand|ior|ieor|dshift[lr]|merge_bits)$/.test(generic)) return;
  if (args[0]?.type.base === 'boz' && args[1]?.type.base === 'boz')
    refuse(args[1].at, `The arguments of "${generic}" cannot both be BOZ constants: they have no kind.`);
}

function checkCode(generic: string, e: MaybeTyped, kind: MaybeTyped): void {
  const code = generic === 'char' || generic === 'achar' ? maybeInteger(e) : undefined;
  const most = maybeInteger(kind) === WIDE ? 0xffffffff : 0xff;
  if (code !== undefined && (code < 0 || code > most))
    refuse(e!.at, `There is no character with the code ${code}.`);
}

function checkTarget(e: MaybeTyped): void {
  if (e?.type.base === 'class') refuse(e.at, 'The argument of C_LOC cannot be polymorphic.');
  if (!e || e.type.base === 'procedure' || isPointer(e)) return;
  const root = rootSymbol(e);
  if (!root || !(throughPointerOrTarget(e) || root.association || root.resolved.type?.derived?.opaque))
    refuse(e.at, 'The argument of C_LOC must have the TARGET or the POINTER attribute.');
}

/** Error message for using a whole array whose last upper bound is unknown. */
export function assumedSizeFault(e: Typed): string | undefined {
  const open = e.k === 'variable' && e.rank > 0 && shapeKindOf(e.sym) === 'assumed-size';
  // The size of a polymorphic array is passed along with its type.
  if (open && e.type.base !== 'class')
    return `"${e.sym.name}" has assumed size: the whole array can only be an argument.`;
  return undefined;
}

/** Throws if the arguments of C_F_POINTER are inconsistent. */
export function checkCPointer([, pointer, shape]: Args): void {
  if (!pointer) return;
  if (!isPointer(pointer)) refuse(pointer.at, 'FPTR of C_F_POINTER must be a pointer.');
  if (pointer.type.base === 'class' || pointer.type.base === 'class-star')
    refuse(pointer.at, 'FPTR of C_F_POINTER cannot be polymorphic.');
  if (pointer.type.length === ':')
    refuse(pointer.at, 'FPTR of C_F_POINTER cannot have a deferred length: C does not provide the length.');
  if (pointer.rank > 0 && !shape) refuse(pointer.at, 'C_F_POINTER needs SHAPE for an array.');
  if (pointer.rank === 0 && shape) refuse(shape.at, 'C_F_POINTER accepts SHAPE only for an array.');
  if (shape && (shape.type.base !== 'integer' || shape.rank !== 1))
    refuse(shape.at, 'SHAPE of C_F_POINTER must be an integer array of rank 1.');
}
