// Array expressions, which are evaluated lazily as "the element at these indices", so that a whole statement becomes a
// single loop nest. A temporary is created only if memory is needed.

import { intrinsicFunction } from '../../intrinsics/rows/intrinsics.ts';
import type { Layout } from '../../program/c/c-arrays.ts';
import {
  type ArrayValue,
  compactLayout,
  elementAddress,
  layoutNode,
  layoutValue,
  objectNode,
} from '../../program/c/c-arrays.ts';
import { cType, multiply, sizeProduct } from '../../program/c/c-text.ts';
import { constantLength } from '../../program/constants/constants.ts';
import { needsCopy } from '../../program/symbols/needs-copy.ts';
import { type ByKind, type Node, ofKind, type Type, type Typed } from '../../program/symbols/semantics.ts';
import { mapParts, partsOfNode } from '../../program/walking/walk-typed.ts';
import { unprintable } from '../../source/unprintable.ts';
import { assignScalar } from '../assign/assign.ts';
import { absentArguments, maybeAbsentArray } from '../designators/absent.ts';
import { pointerCell } from '../designators/designator.ts';
import { fixLayout, layoutOf } from '../designators/section.ts';
import { checkHeld } from '../designators/storage.ts';
import { checkConformance } from '../writer/check.ts';
import type { Emitter } from '../writer/emitter.ts';
import {
  callArray,
  chars,
  constructArray,
  loops,
  lvalue,
  printConstant,
  rawOf,
  scalar,
  transformArray,
} from '../writer/expressions.ts';
import { isPolymorphic } from '../writer/type-parts.ts';
import { gatherElements } from './gather.ts';

/** An element as an operand or argument; an element of a CLASS(*) array has the array's type. */
export function elementValue({ type, layout, at }: ArrayValue, indices: readonly string[]): Node<'raw'> {
  const element = at(indices);
  if (type.base !== 'class-star' || !layout) return element;
  const address = `(void *)${elementAddress(layout, indices)}`;
  return { ...element, c: `((fclass){${address}, ${layout.length}, ${layout.table}})`, lvalue: true };
}

const inStorage = (em: Emitter, e: Typed) => layoutValue(fixLayout(em, heldLayout(em, e)), e.at);

const ARRAYS: ByKind<Emitter, ArrayValue> = {
  variable: inStorage,
  component: inStorage,
  section: inStorage,
  narrow: inStorage,
  'const-array': (em, e) => layoutValue(constantLayout(em, e), e.at),
  call: (em, e) => (e.target.procedure.elemental ? callElements(em, e) : layoutValue(callArray(em, e), e.at)),
  intrinsic: (em, e) => {
    if (isPolymorphic(e.type)) return layoutValue(gatherElements(em, e), e.at);
    return intrinsicFunction(e.name)?.form === 'elemental' ? elementwise(em, e) : transformArray(em, e);
  },
  array: (em, e) => layoutValue(constructArray(em, e), e.at),
  paren: (em, e) => arrayValue(em, e.operand),
  layout: (_em, e) => e.value as ArrayValue,
};

/** Prepares an array expression. Code for values that are computed only once is printed immediately. */
export function arrayValue(em: Emitter, e: Typed): ArrayValue {
  return (ofKind(ARRAYS, e) ?? elementwise)(em, e);
}

function heldLayout(em: Emitter, e: Typed): Layout {
  const layout = layoutOf(em, e);
  checkHeld(em, layout);
  return layout;
}

function constantLayout(em: Emitter, e: Node<'const-array'>): Layout {
  const name = em.printer.fresh('K');
  printConstant(em, name, e);
  return compactLayout(e.type, name, e.shape.map(String), String(constantLength(e.type) ?? 1));
}

/**
 * Calls the polymorphic function in a value only once, at this point. The result keeps the type that the function
 * returned.
 */
export function withResultInMemory(em: Emitter, e: Typed): Typed {
  if (e.k === 'paren') return withResultInMemory(em, e.operand);
  if (e.k !== 'call' && (e.k !== 'intrinsic' || !isPolymorphic(e.type))) return e;
  if (e.rank > 0) {
    const { layout } = arrayValue(em, e);
    return layout ? layoutNode(layout, e.at) : e;
  }
  if (e.type.base === 'class-star') return objectNode(e, pointerCell(em, e));
  if (e.type.base !== 'class') return e;
  return objectNode(e, `(*${em.temporary(`${cType(e.type)} *`, `&${lvalue(em, e)}`)})`);
}

function operandsOf(e: Typed): Typed[] {
  if (e.k === 'call') return e.arguments.flatMap((a) => a?.value ?? []);
  const operands = e.k === 'substring' ? [e.base] : partsOfNode(e);
  return operands.filter((operand) => operand !== undefined);
}

/**
 * The common extents of two shapes; constant extents are preferred. If checks are off, GNU Fortran uses constant
 * extents even if the shapes differ.
 */
export function knownExtents(shape: string[], before: string[] | undefined): string[] {
  return before?.map((n, i) => (/^\d+$/.test(shape[i] ?? '') && !/^\d+$/.test(n) ? shape[i]! : n)) ?? shape;
}

/** Applies an operation to the elements of its array operands. */
function elementwise(em: Emitter, e: Typed): ArrayValue {
  const prepared = new Map<Typed, ArrayValue | Typed>();
  const absent = absentArguments(e);
  let shape: string[] | undefined;
  for (const operand of operandsOf(e)) {
    if (absent.has(operand)) {
      // An operand that may be absent has no shape; it is passed on unchanged.
      const isArray = operand.rank > 0 && operand.k !== 'null';
      prepared.set(operand, isArray ? maybeAbsentArray(em, operand) : { ...operand, rank: 0 });
    } else if (operand.rank > 0) {
      const value = arrayValue(em, operand);
      prepared.set(operand, value);
      if (shape) checkConformance(em, { e: operand, shape: value.shape }, shape, e.at);
      shape = knownExtents(value.shape, shape);
    } else {
      prepared.set(operand, hoist(em, operand));
    }
  }
  for (const operand of absent) shape ??= shapeOf(prepared.get(operand)!);
  if (!shape) unprintable(e.at, 'an array without array operands', e.k);
  return {
    type: e.type,
    shape,
    at: (indices) => {
      const node = mapParts({ ...e, rank: 0 }, (operand) => {
        const value = prepared.get(operand);
        if (!value) return operand;
        return isArrayValue(value) ? elementValue(value, indices) : value;
      });
      return rawOf(em, node);
    },
  };
}

// The length of characters is not known before the first result. If calls have side effects, this result is saved so
// that it is not computed twice.
function callElements(em: Emitter, e: Node<'call'>): ArrayValue {
  const value = elementwise(em, e);
  if (e.type.base !== 'character' || constantLength(e.type) !== undefined || e.target.procedure.pure)
    return value;
  const shape = value.shape.map((n) => em.fixed(n));
  const first = em.temporary('const char *', '0');
  const n = em.temporary('int32_t', '0');
  em.line(`if (${shape.reduce(multiply, '1')} > 0) {`);
  const result = value.at(shape.map(() => '0'));
  em.line(`${n} = ${result.n}; ${first} = f_duplicate(${result.c}, ${n}); }`);
  const layout = temporaryArray(em, e.type, shape, n);
  loops(em, shape, (indices) => {
    const place = elementAddress(layout, indices);
    em.line(`if (${first}) { memcpy(${place}, ${first}, ${n}); ${first} = 0; } else {`);
    em.line(`memcpy(${place}, ${value.at(indices).c}, ${n}); }`);
  });
  return layoutValue(layout, e.at);
}

/** True if a prepared operand is an array. */
export function isArrayValue(value: ArrayValue | Typed): value is ArrayValue {
  return 'shape' in value && 'at' in value && typeof value.at === 'function';
}

function shapeOf(value: ArrayValue | Typed): string[] | undefined {
  return isArrayValue(value) ? value.shape : undefined;
}

/** Computes a scalar once, before the loops in which it is used. */
export function hoist(em: Emitter, e: Typed): Typed {
  if (e.k === 'const' || e.type.base === 'procedure' || e.k === 'null' || e.k === 'raw') return e;
  if (e.type.base === 'character') {
    const value = chars(em, e);
    return objectNode(e, em.once('const char *', value.p), em.once('int32_t', value.n));
  }
  if (isPolymorphic(e.type)) return e;
  return objectNode(e, em.temporary(cType(e.type), scalar(em, e)));
}

/** An array in memory: either its own memory or a temporary. */
export function materialise(em: Emitter, e: Typed): Layout {
  const value = arrayValue(em, e);
  return value.layout ?? materialiseValue(em, value);
}

export function materialiseValue(em: Emitter, value: ArrayValue): Layout {
  const layout = temporaryArray(em, value.type, value.shape, lengthOfValue(em, value));
  fill(em, layout, value);
  return layout;
}

export function lengthOfValue(em: Emitter, value: ArrayValue): string {
  if (value.type.base !== 'character') return '1';
  if (value.layout) return value.layout.length;
  const n = constantLength(value.type);
  if (n !== undefined) return String(n);
  // The length comes from the first element, whose value is discarded.
  return em.fixed(value.at(value.shape.map(() => '0')).n ?? '1');
}

/** A new temporary array in the arena. The values of its elements are destroyed after the statement. */
export function temporaryArray(em: Emitter, type: Type, shape: readonly string[], length: string): Layout {
  const layout = roomForArray(em, type, shape, length);
  const { derived } = type;
  if (layout.fresh && needsCopy(derived!)) {
    const count = layout.dims.map((d) => d.extent).reduce(multiply, '1');
    em.line(`f_own_temporary(${layout.pointer}, ${count}, &${derived!.cName}_type);`);
  }
  return layout;
}

/** Memory in the arena for an array whose elements may point to memory that they do not own. */
export function roomForArray(em: Emitter, type: Type, shape: readonly string[], length: string): Layout {
  em.arena.used = true;
  const sizes = shape.map((n) => em.fixed(n));
  const count = sizes.reduce(sizeProduct, '1');
  const element = cType(type);
  const bytes = sizeProduct(count, type.base === 'character' ? length : `(int32_t)sizeof(${element})`);
  const name = em.temporary(`${element} *`, `(${element} *)f_alloc(${bytes})`);
  // Assigning to an element frees its old value, so the element must be empty at first.
  const structure = type.base === 'derived' || type.base === 'class' ? type.derived : undefined;
  if (structure && (needsCopy(structure) || type.base === 'class')) em.line(`memset(${name}, 0, ${bytes});`);
  const layout = compactLayout(type, name, sizes, length);
  // Procedures that a program binds to assignment(=) apply only to the program's own variables, so temporaries are
  // assigned directly.
  return structure ? { ...layout, fresh: true } : layout;
}

/** Stores an array value in memory, element by element. */
export function fill(em: Emitter, layout: Layout, value: ArrayValue): void {
  const target = layoutValue(layout);
  loops(em, value.shape, (indices) => assignScalar(em, target.at(indices), value.at(indices)));
}
