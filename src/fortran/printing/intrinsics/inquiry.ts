// Intrinsic functions that return a scalar: inquiries, storage conversions, and results of the run-time library.

import { travelsByValue } from '../../analysis/calls/pass-mode.ts';

import { maybeWhole } from '../../intrinsics/rows/function-rows.ts';
import type { Layout } from '../../program/c/c-arrays.ts';
import { type CharactersC, charactersIn, cType, multiply } from '../../program/c/c-text.ts';
import { constantLength, maybeInteger } from '../../program/constants/constants.ts';
import { shapeKindOf } from '../../program/declarations/resolve.ts';
import { isAllocatable, isDesignator, isPointer } from '../../program/symbols/designator.ts';
import type { IntrinsicNode, MaybeTyped, Typed } from '../../program/symbols/semantics.ts';
import { unprintable } from '../../source/unprintable.ts';
import { bareSize, fillFromBytes, sourceBytes } from '../arrays/representation.ts';
import { elementSizeOf, tableOf } from '../assign/polymorphic.ts';
import { passContiguous } from '../calls/pass-array.ts';
import { isOptionalDummy, scalarOr } from '../designators/absent.ts';
import { arrayCheck } from '../designators/argument-check.ts';
import { maybeRankDescriptor, maybeRankInquiry } from '../designators/assumed-rank.ts';
import { descriptorCell, heldAddress, maybeCharacters, pointerCell } from '../designators/designator.ts';
import { printCobound } from '../designators/images.ts';
import { addressOfProcedure, cellOfProcedure, plainAddressOfProcedure } from '../designators/procedure.ts';
import { layoutOf } from '../designators/section.ts';
import { nameOf } from '../designators/storage.ts';
import { placeOf } from '../writer/check.ts';
import type { Emitter } from '../writer/emitter.ts';
import { arrayValue, chars, lvalue, materialise, scalar } from '../writer/expressions.ts';
import { declaredTable } from '../writer/type-parts.ts';
import { elementalCharacters, elementalValue } from './elemental.ts';
import { isReduction, reduceCharacters, reduceScalar } from './reduce.ts';
import { statusOf } from './subroutine.ts';
import { wholeCall } from './whole.ts';

type Printer = (em: Emitter, e: IntrinsicNode) => string;

/** The C value of an intrinsic function whose result is a scalar that is not of type CHARACTER. */
export function scalarIntrinsic(em: Emitter, e: IntrinsicNode): string {
  if (isReduction(e.name)) return reduceScalar(em, e);
  const inquiry = maybeRankInquiry(em, e);
  if (inquiry !== undefined) return inquiry;
  const printer = PRINTERS[e.name];
  if (printer) return printer(em, e);
  const c = maybeWhole(e.name)?.c;
  if (c) return c(wholeCall(em, e));
  if (e.name === 'transfer') return transferScalar(em, e);
  return elementalValue(em, e) ?? unprintable(e.at, 'an intrinsic function of scalars', e.name);
}

const PRINTERS: Record<string, Printer> = {
  present: (em, e) => printPresent(em, e.arguments[0]!),
  allocated: (em, e) => printAllocated(em, e.arguments[0]!),
  associated: printAssociated,
  size: printSize,
  lbound: printBound,
  ubound: printBound,
  len: (em, e) =>
    `(${cType(e.type)})${charactersIn(characterLength(em, e.arguments[0]!), e.arguments[0]!.type)}`,
  is_contiguous: (em, e) => printContiguous(em, e.arguments[0]!),
  c_loc: (em, e) => `(void *)(${addressOf(em, e.arguments[0]!)})`,
  loc: (em, e) => `(int32_t)(${addressOf(em, e.arguments[0]!)})`,
  c_funloc: (em, e) => `(void *)${plainAddressOfProcedure(em, e.arguments[0]!)}`,
  c_sizeof: (em, e) => `(int64_t)${sizeInBytes(em, e.arguments[0]!)}`,
  sizeof: (em, e) => `(int64_t)${sizeInBytes(em, e.arguments[0]!)}`,
  storage_size: (em, e) => `(${cType(e.type)})(8 * ${bareSize(em, e.arguments[0]!)})`,
  extends_type_of: (em, e) =>
    `f_extends(${dynamicType(em, e.arguments[0]!)}, ${dynamicType(em, e.arguments[1]!)})`,
  same_type_as: (em, e) => `(${dynamicType(em, e.arguments[0]!)} == ${dynamicType(em, e.arguments[1]!)})`,
  etime: (em, e) => `f_etime(${passContiguous(em, e.arguments[0]!, [], { n: '' })})`,
  stat: printStatus,
  lstat: printStatus,
  fstat: printStatus,
  lcobound: printCobound,
  ucobound: printCobound,
  team_number: (em, e) => (e.arguments[0] ? lvalue(em, e.arguments[0]) : 'f_team()'),
  huge: (_em, e) => limit(e, 'MAX'),
  tiny: (_em, e) => limit(e, 'MIN'),
  epsilon: (_em, e) => limit(e, 'EPSILON'),
};

function limit(e: IntrinsicNode, name: string): string {
  if (e.type.kind !== 16) unprintable(e.at, 'a limit that is not a constant', e.name);
  return `LDBL_${name}`;
}

function printPresent(em: Emitter, e: Typed): string {
  if (e.k === 'procedure' && e.sym) return `(${nameOf(em, e.sym)} != 0)`;
  if (e.k !== 'variable') unprintable(e.at, 'PRESENT of a value');
  const name = nameOf(em, e.sym);
  return travelsByValue(e.sym) ? '1' : `(${name} != 0)`;
}

function printAllocated(em: Emitter, e: Typed): string {
  return `(${heldAddress(em, e)} != 0)`;
}

function printAssociated(em: Emitter, e: IntrinsicNode): string {
  const [pointer, target] = e.arguments;
  const both = associationOf(em, pointer!, target);
  if (!target || !isOptionalDummy(target)) return both;
  return `(${nameOf(em, target.sym)} ? ${both} : ${associationOf(em, pointer!, undefined)})`;
}

function associationOf(em: Emitter, pointer: Typed, target: MaybeTyped): string {
  if (pointer.type.base === 'procedure') {
    const cell =
      pointer.k === 'procedure' && pointer.sym ? cellOfProcedure(em, pointer.sym) : lvalue(em, pointer);
    return target ? `(${cell} == (fproc)${scalar(em, target)} && ${cell} != 0)` : `(${cell} != 0)`;
  }
  const any = maybeRankDescriptor(em, pointer);
  if (any) {
    const base = `${any}->base`;
    if (!target) return `(${base} != 0)`;
    if (target.rank === 0)
      return `(${base} != 0 && ${any}->rank == 0 && ${base} == (void *)(${addressOf(em, target)}))`;
    const layout = layoutOf(em, target);
    return `(${any}->rank == ${layout.dims.length} && ${isAssociatedWith(any, layout)})`;
  }
  if (pointer.rank > 0) {
    const d = descriptorCell(em, pointer);
    if (!target) return `(${d}.base != 0)`;
    const layout = layoutOf(em, target);
    const same = isAssociatedWith(`&${d}`, layout);
    return pointer.type.base === 'character' ? `(${layout.length} > 0 && ${same})` : same;
  }
  const p = heldAddress(em, pointer);
  if (!target) return `(${p} != 0)`;
  const filled = pointer.type.base === 'character' ? `${characterLength(em, pointer)} > 0 && ` : '';
  return `(${p} != 0 && ${filled}(void *)${p} == (void *)(${addressOf(em, target)}))`;
}

function isAssociatedWith(descriptor: string, { pointer, dims }: Layout): string {
  const extents = dims.map((d) => d.extent).join(', ');
  return `f_associated(${descriptor}, (void *)(${pointer}), ${dims.length}, (int32_t[]){${extents}})`;
}

function addressOf(em: Emitter, e: Typed): string {
  if (e.type.base === 'procedure') return addressOfProcedure(em, e);
  if (e.rank > 0) return layoutOf(em, e).pointer;
  if (e.type.base === 'class-star') return `${pointerCell(em, e)}.p`;
  // A pointer without a target also has an address, namely null.
  const isCell = isPointer(e) && e.k !== 'call';
  if (e.type.base === 'character' && !isCell) return chars(em, e).p;
  if (isCell) return maybeCharacters(em, e)?.p ?? pointerCell(em, e);
  return `&${lvalue(em, e)}`;
}

function layoutFor(em: Emitter, e: Typed): { dims: { low: string; extent: string }[] } {
  if (isDesignator(e) || e.k === 'variable') return layoutOf(em, e);
  return { dims: arrayValue(em, e).shape.map((extent) => ({ low: '1', extent })) };
}

function printSize(em: Emitter, e: IntrinsicNode): string {
  const [array, dim] = e.arguments;
  const check = arrayCheck(em, array!);
  const extents = layoutFor(em, array!).dims.map((d) => d.extent);
  const whole = extents.reduce(multiply, '1');
  const value = dim ? scalarOr(em, dim, pickDimension(em, dim, extents), whole) : whole;
  return `(${cType(e.type)})${check ? `(${check}${value})` : value}`;
}

// C expression for the value for one dimension, selected by a constant or at run time.
function pickDimension(em: Emitter, dim: Typed, values: readonly string[]): string {
  const known = values[(maybeInteger(dim) ?? 0) - 1];
  if (known !== undefined) return known;
  const checked = `f_check_dim(f_size(${scalar(em, dim)}), ${values.length}, ${placeOf(dim.at)})`;
  return `((int32_t[]){${values.join(', ')}})[${checked} - 1]`;
}

/** Lower or upper bound of a dimension in C. */
export function boundText(upper: boolean, dim: { low: string; extent: string }): string {
  return upper ? `f_ubound(${dim.low}, ${dim.extent})` : `f_lbound(${dim.low}, ${dim.extent})`;
}

/** The bounds that LBOUND and UBOUND report for an array. Sections and expressions start at 1. */
export function boundsOf(em: Emitter, e: Typed): { low: string; extent: string }[] {
  const { dims } = layoutFor(em, e);
  const own = e.k === 'variable' || (e.k === 'component' && e.base.rank === 0);
  const open = e.k === 'variable' && shapeKindOf(e.sym) === 'assumed-size' ? dims.length - 1 : -1;
  // The lower bound of the last dimension of an assumed-size array is known, but its extent is not.
  return dims.map((d, i) => ({ low: own ? d.low : '1', extent: i === open ? '1' : d.extent }));
}

function printBound(em: Emitter, e: IntrinsicNode): string {
  const upper = e.name === 'ubound';
  const dims = boundsOf(em, e.arguments[0]!);
  const bounds = dims.map((d) => boundText(upper, d));
  return `(${cType(e.type)})${pickDimension(em, e.arguments[1]!, bounds)}`;
}

/** The length in bytes of a character scalar, or of the elements of an array. */
export function characterLength(em: Emitter, e: Typed): string {
  const n = constantLength(e.type);
  if (n !== undefined) return String(n);
  if (e.rank > 0) return isDesignator(e) ? layoutOf(em, e).length : materialise(em, e).length;
  return chars(em, e).n;
}

function printContiguous(em: Emitter, e: Typed): string {
  const layout = layoutOf(em, e);
  if (layout.contiguous) return '1';
  const size = layout.type.base === 'character' ? layout.length : elementSizeOf(em, e);
  let step = layout.unit === 'byte' ? size : '1';
  const tests: string[] = [];
  for (const dim of layout.dims) {
    tests.push(`${dim.stride} == ${step}`);
    step = multiply(step, dim.extent);
  }
  return `(${tests.join(' && ')})`;
}

function sizeInBytes(em: Emitter, e: Typed): string {
  const size = bareSize(em, e);
  if (e.rank === 0) return size;
  const count = layoutFor(em, e)
    .dims.map((d) => d.extent)
    .reduce(multiply, '1');
  return multiply(size, count);
}

/** C expression for the table that describes the dynamic type of a value, even if the value does not exist. */
export function dynamicType(em: Emitter, e: Typed): string {
  const ofAnyRank = maybeRankDescriptor(em, e);
  if (ofAnyRank !== undefined) return `f_type_or(${ofAnyRank}->type, ${declaredTable(e.type)})`;
  if (e.rank > 0) {
    const declared = declaredTable(e.type);
    return e.type.base === 'class' ? `f_type_or(${tableOf(em, e)}, ${declared})` : tableOf(em, e);
  }
  if (e.type.base === 'class-star') return `${pointerCell(em, e)}.t`;
  const declared = declaredTable(e.type);
  if (e.type.base !== 'class') return declared;
  if (isPointer(e) || isAllocatable(e)) return `f_table_or(${pointerCell(em, e)}, ${declared})`;
  const address = `&${lvalue(em, e)}`;
  return e.k === 'variable' ? `f_table_or(${address}, ${declared})` : `f_table(${address})`;
}

export function scalarIntrinsicCharacters(em: Emitter, e: IntrinsicNode): CharactersC {
  if (e.name === 'transfer') return transferCharacters(em, e);
  if (isReduction(e.name)) return reduceCharacters(em, e);
  return elementalCharacters(em, e) ?? unprintable(e.at, 'an intrinsic function of characters', e.name);
}

function transferScalar(em: Emitter, e: IntrinsicNode): string {
  const source = sourceBytes(em, e.arguments[0]!);
  const { type } = e;
  const target = em.printer.fresh();
  em.line(`${cType(type)} ${target}; memset(&${target}, 0, sizeof ${target});`);
  fillFromBytes(em, type, `&${target}`, '1', source);
  return target;
}

function transferCharacters(em: Emitter, e: IntrinsicNode): CharactersC {
  const source = sourceBytes(em, e.arguments[0]!);
  const n = em.fixed(characterLength(em, e.arguments[1]!));
  const p = em.inArena('char *', `f_alloc(${n})`);
  em.line(`memset(${p}, ' ', ${n}); memcpy(${p}, ${source.p}, f_least(${source.n}, ${n}));`);
  return { p, n };
}

// The array is filled before the rest of the statement is executed.
function printStatus(em: Emitter, e: IntrinsicNode): string {
  return em.temporary(cType(e.type), statusOf(em, e.name, e.arguments[0]!, e.arguments[1]!));
}
