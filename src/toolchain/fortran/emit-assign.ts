// Assignment: scalars, characters, structures, whole arrays and sections, allocation on assignment, pointers.

import { cType, multiply, stringLiteral } from './c-text.ts';
import { calleeMayRead } from './callee-reads.ts';
import { FortranError } from './diagnostics.ts';
import {
  type ArrayValue,
  arrayValue,
  fill,
  layoutValue,
  lengthOfValue,
  loops,
  materialiseValue,
} from './emit-array.ts';
import { callValue } from './emit-call.ts';
import { checkConformance, placeOf } from './emit-check.ts';
import { assignsComponents } from './emit-component-assignment.ts';
import {
  characterPlace,
  describe,
  descriptorCell,
  isAllocatable,
  isDesignator,
  isPointer,
  layoutOf,
  lvalue,
  pointerCell,
  rootSymbol,
} from './emit-designator.ts';
import { finalisesArrays } from './emit-free.ts';
import { boundText } from './emit-inquiry.ts';
import { copyElements, elementSizeOf, isPolymorphic, tableOf } from './emit-polymorphic.ts';
import { chars, scalar } from './emit-scalar.ts';
import { elementAddress, isStringCell, type Layout } from './emit-storage.ts';
import { needsCopy, typeTable } from './emit-types.ts';
import type { Emitter } from './emitter.ts';
import type { Sym, Type, Typed } from './semantics.ts';

/** Prints `target = value` for any shapes; types are the same already, user assignment is handled before. */
export function assign(em: Emitter, target: Typed, value: Typed): void {
  if (target.rank === 0) assignToScalar(em, target, value);
  else assignToArray(em, target, value);
}

function assignToScalar(em: Emitter, target: Typed, value: Typed): void {
  if (isAllocatable(target)) {
    assignToAllocatable(em, target, value);
    return;
  }
  assignScalar(em, target, value);
}

/** Prints the assignment of one element or scalar. */
export function assignScalar(em: Emitter, target: Typed, value: Typed): void {
  if (target.type.base === 'character') {
    const t = target.k === 'raw' ? { p: target.c, n: target.n ?? '1' } : characterPlace(em, target);
    const v =
      value.type.base === 'hollerith'
        ? { p: scalarHollerith(value), n: String(value.type.kind) }
        : chars(em, value);
    if (t.n === '1' && v.n === '1') em.line(`*(${t.p}) = *(${v.p});`);
    else em.line(`f_assign(${t.p}, ${t.n}, ${v.p}, ${v.n});`);
    return;
  }
  if ((target.type.base === 'derived' || target.type.base === 'class') && !target.type.derived!.opaque) {
    assignStructure(em, target, value);
    return;
  }
  const right = scalar(em, value);
  em.line(`${lvalue(em, target)} = ${right};`);
}

function scalarHollerith(value: Typed): string {
  return value.k === 'const' ? stringLiteral(String(value.value)).p : '""';
}

// An extensible value keeps its dynamic type when it is assigned; only its components change.
function assignStructure(em: Emitter, target: Typed, value: Typed): void {
  const type = target.type.derived!;
  const exact =
    target.type.base === 'derived' && value.type.base === 'derived' && value.type.derived === type;
  if (!type.extensible || (exact && !isParentPart(target) && !isParentPart(value))) {
    copyStructure(em, target, value);
    return;
  }
  const address = em.temporary(`${type.cName} *`, `&${lvalue(em, target)}`);
  const table = em.temporary('const ftype *', `f_table(${address})`);
  copyStructure(
    em,
    { k: 'raw', at: target.at, type: target.type, rank: 0, c: `(*${address})`, lvalue: true },
    value,
  );
  em.line(`*(const ftype **)${address} = ${table};`);
}

/** Whether a designator is the part of an object that its parent type has; its table is that of the whole object. */
export function isParentPart(e: Typed): boolean {
  return e.k === 'component' && e.component.parentComponent === true;
}

function copyStructure(em: Emitter, target: Typed, value: Typed): void {
  const type = target.type.derived!;
  // What a pointer function points to stays where it is.
  const fresh =
    (value.k === 'call' && !isPointer(value)) || value.k === 'structure' || value.k === 'intrinsic';
  if (assignsComponents(type) && !(target.k === 'raw' && target.fresh)) {
    assignByComponents(em, target, value, fresh);
    return;
  }
  if (!needsCopy(type)) {
    const left = lvalue(em, target);
    const right = structureValue(em, value, target.type);
    em.line(`${left} = ${right};`);
    return;
  }
  if (target.k === 'raw' && target.fresh) {
    const source = em.temporaryPointer(type.cName, structureValue(em, value, target.type));
    em.line(`${type.cName}_copy(&${lvalue(em, target)}, ${source});`);
    return;
  }
  // The old parts are freed after the new ones are copied, because the value may lie in the target.
  const copy = em.printer.fresh();
  if (fresh && value.type.derived === type && value.k !== 'structure')
    em.line(`${type.cName} ${copy} = ${scalar(em, value)};`);
  else {
    const source = em.temporaryPointer(type.cName, structureValue(em, value, target.type));
    em.line(`${type.cName} ${copy}; ${type.cName}_copy(&${copy}, ${source});`);
  }
  const left = em.temporary(`${type.cName} *`, `&${lvalue(em, target)}`);
  em.line(`${type.cName}_free(${left}); *${left} = ${copy};`);
}

// A value that may lie in the target is copied first.
function assignByComponents(em: Emitter, target: Typed, value: Typed, fresh: boolean): void {
  const { cName } = target.type.derived!;
  const left = em.temporary(`${cName} *`, `&${lvalue(em, target)}`);
  const apart = fresh || (value.k !== 'raw' && !mayOverlap(target, value));
  if (apart && isDesignator(value) && value.type.derived === target.type.derived) {
    em.line(`${cName}_assign(${left}, &${lvalue(em, value)});`);
    return;
  }
  const source = em.temporaryPointer(cName, structureValue(em, value, target.type));
  if (apart) {
    em.line(`${cName}_assign(${left}, ${source});`);
    return;
  }
  const copy = em.printer.fresh();
  em.line(
    `${cName} ${copy}; ${cName}_copy(&${copy}, ${source}); ${cName}_assign(${left}, &${copy}); ${cName}_parts(&${copy});`,
  );
}

// The value as the target's type: the part of an extended type that the target has.
function structureValue(em: Emitter, value: Typed, type: Type): string {
  const own = value.type.derived;
  if (own === type.derived || !own) return scalar(em, value);
  return `(*(${cType(type)} *)&${lvalue(em, value)})`;
}

// ---- allocation on assignment -------------------------------------------------------------------------------------

function assignToAllocatable(em: Emitter, target: Typed, value: Typed): void {
  const { type } = target;
  if (type.base === 'character') {
    const cell = pointerCell(em, target);
    const v = chars(em, value);
    if (type.length === ':') em.line(`f_assign_cell(&${cell}, ${v.p}, ${v.n});`);
    else em.line(`f_assign_fixed(&${cell}, ${v.p}, ${v.n}, ${lengthText(em, target)});`);
    return;
  }
  const cell = pointerCell(em, target);
  if (type.base === 'class' || type.base === 'class-star') {
    assignToPolymorphic(em, target, value, cell);
    return;
  }
  const derived = type.base === 'derived';
  const right = derived ? undefined : em.temporary(cType(type), scalar(em, value));
  const c = cType(type);
  em.line(`if (!${cell}) { ${cell} = (${c} *)f_new(sizeof(${c}));${derived ? ` ${c}_init(${cell});` : ''} }`);
  if (right !== undefined) em.line(`*${cell} = ${right};`);
  else assignStructure(em, target, value);
}

function lengthText(em: Emitter, target: Typed): string {
  const length = target.type.length;
  return typeof length === 'object' ? scalar(em, length) : '0';
}

function assignToPolymorphic(em: Emitter, target: Typed, value: Typed, cell: string): void {
  if (value.type.base === 'class-star' || target.type.base === 'class-star') {
    const v = anyValue(em, value);
    em.line(`f_assign_any(&${cell}, ${v});`);
    return;
  }
  const source =
    value.k === 'call' && !isDesignator(value) && isPointerResult(value)
      ? callValue(em, value)
      : `&${lvalue(em, value)}`;
  const p = em.temporary('void *', source);
  em.line(
    `{ void *old = ${cell}; ${cell} = (${cType(target.type)} *)f_clone(${p}, ${typeTable(em, value.type, p)}); f_destroy(old); }`,
  );
}

function isPointerResult(e: Typed): boolean {
  if (e.k !== 'call') return false;
  const result = e.target.procedure.result;
  return result !== undefined && (result.allocatable || result.pointer);
}

/** A value of any type as an fclass. */
export function anyValue(em: Emitter, e: Typed): string {
  if (e.type.base === 'class-star') return pointerCell(em, e);
  if (e.type.base === 'character') {
    const v = chars(em, e);
    return `((fclass){(void *)(${v.p}), ${typeTable(em, e.type, '')}, ${v.n}})`;
  }
  const p = em.once('void *', `(void *)&${lvalue(em, e)}`);
  return `((fclass){${p}, ${typeTable(em, e.type, p)}, 0})`;
}

// ---- arrays -------------------------------------------------------------------------------------------------------

// Subscripts are found before anything is assigned: `v(v) = w` reads v as it was.
function withFixedVectors(em: Emitter, target: Typed): Typed {
  if (target.k !== 'section' || !target.subscripts.some((s) => s.k === 'vector')) return target;
  const root = rootSymbol(target);
  const subscripts = target.subscripts.map((s) =>
    s.k === 'vector' && (!root || mentions(root, s.value)) ? { ...s, value: copied(em, s.value) } : s,
  );
  return { ...target, subscripts };
}

/** The elements of an array expression as they are now, in a temporary. */
export function copied(em: Emitter, e: Typed): Typed {
  return em.layoutNode(copyOf(em, arrayValue(em, e)), e.at);
}

function assignToArray(em: Emitter, place: Typed, value: Typed): void {
  const target = withFixedVectors(em, place);
  if (isPolymorphic(target.type)) {
    assignToPolymorphicArray(em, target, value);
    return;
  }
  const fits = em.program.options.reallocate && isAllocatable(target);
  if (fits && (value.rank > 0 || target.type.length === ':')) {
    assignToAllocatableArray(em, target, value);
    return;
  }
  if (value.rank === 0) {
    const source = hoistScalar(em, value);
    let layout = fixedLayout(em, layoutOf(em, target));
    if (target.type.base === 'derived' && finalisesArrays(target.type.derived!)) {
      const { cName } = target.type.derived!;
      em.line(`f_end_elements(&${describe(em, layout, `&${cName}_type`)}, (ffree)${cName}_free);`);
      layout = { ...layout, fresh: true };
    }
    loops(
      em,
      layout.dims.map((d) => d.extent),
      (indices) => assignScalar(em, layoutValue(layout).at(indices), source),
    );
    return;
  }
  const layout = fixedLayout(em, layoutOf(em, target));
  let source = arrayValue(em, value);
  const inner = target.type.base === 'derived' ? target.type.derived! : undefined;
  if (inner && finalisesArrays(inner) && !assignsComponents(inner)) {
    replaceElements(em, layout, layoutValue(copyOf(em, source)));
    return;
  }
  if (mayOverlap(target, value)) source = layoutValue(copyOf(em, source));
  const extents = layout.dims.map((d) => d.extent);
  checkConformance(em, { e: target, shape: extents }, source.shape, value.at);
  const shape = layout.dims.map((d, i) =>
    /^\d+$/.test(source.shape[i] ?? '') ? source.shape[i]! : d.extent,
  );
  fill(em, layout, { ...source, shape });
}

// The elements take the dynamic type of the value.
function assignToPolymorphicArray(em: Emitter, target: Typed, given: Typed): void {
  if (given.rank > 0 && isPolymorphic(given.type) && isDesignator(given) && mayOverlapAny(target, given)) {
    assignClonedElements(em, target, given);
    return;
  }
  // The memory of the target is given up before the elements are copied.
  const moves = given.rank > 0 && !isPolymorphic(given.type) && readsOtherElements(target, given);
  const value = moves ? em.layoutNode(copyOf(em, arrayValue(em, given)), given.at) : given;
  if (isAllocatable(target) && value.rank > 0) {
    const source = arrayValue(em, value);
    const shape = source.shape.map((n) => em.fixed(n));
    const extents = em.printer.fresh('X');
    em.line(`const int32_t ${extents}[] = {${shape.join(', ')}};`);
    const table = em.temporary('const ftype *', tableOf(em, value));
    const cell = descriptorCell(em, target);
    const bytes = elementSizeOf(em, value);
    em.line(
      `f_reallocate(&${cell}, ${shape.length}, ${extents}, ${bytes}, ${table}, ${table}->init, f_free_of(&${cell}));`,
    );
    em.line(`${cell}.type = ${table};`);
  }
  copyElements(em, target, value);
}

// A section of a polymorphic variable with other elements than the one that is assigned, or in another order.
function mayOverlapAny(target: Typed, value: Typed): boolean {
  const root = rootSymbol(target);
  return value.k !== 'variable' && root !== undefined && mentions(root, value);
}

// The elements are cloned one by one before the target changes.
function assignClonedElements(em: Emitter, target: Typed, value: Typed): void {
  const source = arrayValue(em, value);
  const shape = source.shape.map((n) => em.fixed(n));
  const table = em.temporary('const ftype *', tableOf(em, value));
  const bytes = em.temporary('int32_t', elementSizeOf(em, value));
  em.arena = true;
  const count = shape.reduce(multiply, '1');
  const copy = em.temporary('char *', `f_alloc(${count} * ${bytes})`);
  em.line(`memset(${copy}, 0, ${count} * ${bytes});`);
  const dims: Layout['dims'] = [];
  let stride = bytes;
  for (const extent of shape) {
    dims.push({ low: '1', extent, stride });
    stride = em.fixed(multiply(stride, extent));
  }
  const layout: Layout = {
    type: value.type,
    pointer: copy,
    unit: 'byte',
    dims,
    length: bytes,
    contiguous: true,
    table,
  };
  loops(em, shape, (i) =>
    em.line(`f_copy_element(${elementAddress(layout, i)}, &${source.at(i).c}, ${table}, ${bytes});`),
  );
  assignToPolymorphicArray(em, target, em.layoutNode(layout, value.at));
}

// Ends the elements of an array together and puts others, which nothing else holds, in their place.
function replaceElements(em: Emitter, layout: Layout, source: ArrayValue): void {
  const { cName } = layout.type.derived!;
  if (!layout.fresh)
    em.line(`f_end_elements(&${describe(em, layout, `&${cName}_type`)}, (ffree)${cName}_free);`);
  loops(em, source.shape, (i) => em.line(`${layoutValue(layout).at(i).c} = ${source.at(i).c};`));
}

function copyOf(em: Emitter, value: ArrayValue): Layout {
  const { layout: _layout, ...lazy } = value;
  return materialiseValue(em, { ...lazy, type: withLength(em, value) });
}

function withLength(_em: Emitter, value: ArrayValue): Type {
  if (value.type.base !== 'character' || !value.layout) return value.type;
  const n = Number(value.layout.length);
  if (!Number.isInteger(n)) return { ...value.type, length: rawInteger(value.layout.length) };
  return {
    ...value.type,
    length: { k: 'const', at: 0, rank: 0, type: { base: 'integer', kind: 4 }, value: BigInt(n) },
  };
}

function rawInteger(c: string): Typed {
  return { k: 'raw', at: 0, rank: 0, type: { base: 'integer', kind: 4 }, c, lvalue: false };
}

function hoistScalar(em: Emitter, value: Typed): Typed {
  if (value.k === 'const') return value;
  if (value.type.base === 'character') {
    const v = chars(em, value);
    em.arena = true;
    const n = em.once('int32_t', v.n);
    // The value may be an element of the target.
    return {
      k: 'raw',
      at: value.at,
      type: value.type,
      rank: 0,
      c: em.temporary('char *', `f_duplicate(${v.p}, ${n})`),
      n,
      lvalue: true,
    };
  }
  return {
    k: 'raw',
    at: value.at,
    type: value.type,
    rank: 0,
    c: em.temporary(cType(value.type), scalar(em, value)),
    lvalue: true,
  };
}

function fixedLayout(em: Emitter, layout: Layout): Layout {
  return {
    ...layout,
    length: /[.(>]/.test(layout.length) ? em.fixed(layout.length) : layout.length,
    pointer:
      layout.unit === 'byte' && /[.>]/.test(layout.pointer)
        ? em.temporary('char *', layout.pointer)
        : layout.pointer,
    dims: layout.dims.map((d) => ({
      ...d,
      extent: em.fixed(d.extent),
      stride:
        /[.(>]/.test(d.stride) && !d.stride.startsWith('(int32_t)sizeof') ? em.fixed(d.stride) : d.stride,
    })),
  };
}

function assignToAllocatableArray(em: Emitter, target: Typed, value: Typed): void {
  const cell = descriptorCell(em, target);
  const { type } = target;
  const plain = type.base === 'derived' || type.base === 'class' ? !needsCopy(type.derived!) : true;
  if (value.rank === 0) {
    const source = hoistScalar(em, value);
    const layout = layoutOf(em, target);
    loops(
      em,
      layout.dims.map((d) => em.fixed(d.extent)),
      (i) => assignScalar(em, layoutValue(layout).at(i), source),
    );
    return;
  }
  let source = arrayValue(em, value);
  // A new length moves all elements, also those that stay in their places.
  const moves = type.length === ':' && readsOtherElements(target, value);
  if (moves || mayOverlap(target, value) || !plain) source = layoutValue(copyOf(em, source));
  const shape = source.shape.map((n) => em.fixed(n));
  const rank = shape.length;
  const size =
    type.base === 'character' ? characterSize(em, target, source) : `(int32_t)sizeof(${cType(type)})`;
  const extents = em.printer.fresh('X');
  em.line(`const int32_t ${extents}[${rank}] = {${shape.join(', ')}};`);
  if (!plain && !assignsComponents(type.derived!)) {
    // The elements of the copy become those of the array; what the array had is ended as a whole.
    const copy = source.layout!.pointer;
    const lows = lowerBounds(em, value).map((low, i) => `${cell}.dim[${i}].lb = ${low};`);
    em.line(`int32_t had_${extents} = ${cell}.base != 0;`);
    em.line(
      `f_replace(&${cell}, ${rank}, ${extents}, ${size}, ${typeTable(em, type, '')}, ${copy}, (ffree)${type.derived!.cName}_free);`,
    );
    if (lowerBounds(em, value).some((low) => low !== '1'))
      em.line(`if (!had_${extents}) { ${lows.join(' ')} }`);
    return;
  }
  const free = plain ? '((ffree)0)' : `(ffree)${type.derived!.cName}_free`;
  const init = type.derived && !type.derived.opaque ? `(finit)${type.derived.cName}_init` : '((finit)0)';
  const made = `f_reallocate(&${cell}, ${rank}, ${extents}, ${size}, ${typeTable(em, type, '')}, ${init}, ${free})`;
  const lows = lowerBounds(em, value);
  if (lows.every((low) => low === '1')) em.line(`${made};`);
  else em.line(`if (${made}) { ${lows.map((low, i) => `${cell}.dim[${i}].lb = ${low};`).join(' ')} }`);
  const layout = fixedLayout(em, layoutOf(em, target));
  fill(em, { ...layout }, { ...source, shape });
}

/** The lower bounds of a value, which a whole array has of its own. */
export function lowerBounds(em: Emitter, value: Typed): string[] {
  if (value.k === 'convert') return lowerBounds(em, value.operand);
  const own = value.k === 'variable' || (value.k === 'component' && value.base.rank === 0);
  if (!own) return Array.from({ length: value.rank }, () => '1');
  return layoutOf(em, value).dims.map((d) => (d.low === '1' ? '1' : em.fixed(boundText(false, d))));
}

function characterSize(em: Emitter, target: Typed, source: ArrayValue): string {
  const length = target.type.length;
  if (length === ':' || length === undefined) return lengthOfValue(em, source);
  return typeof length === 'object' ? em.fixed(scalar(em, length)) : em.fixed(layoutOf(em, target).length);
}

/** Whether computing the value element by element could read what was assigned before. */
export function mayOverlap(target: Typed, value: Typed): boolean {
  const root = rootSymbol(target);
  if (!root) return true;
  return overlaps(root, target, value);
}

function overlaps(root: Sym, target: Typed, e: Typed): boolean {
  switch (e.k) {
    case 'const':
    case 'const-array':
    case 'null':
    case 'raw':
    case 'procedure':
      return false;
    case 'variable':
      return e.sym === root
        ? !(target.k === 'variable' && e.rank > 0) && !samePlace(target, e)
        : shareStorage(root, e.sym);
    case 'component':
    case 'element':
    case 'section':
    case 'substring':
    case 'part':
    case 'narrow': {
      // Subscripts may be read again for each element.
      if (subscriptsOf(e).some((s) => mentions(root, s))) return true;
      if (samePlace(target, e)) return false;
      const own = rootSymbol(e);
      if (!own) return true;
      return own === root ? e.rank > 0 : shareStorage(root, own);
    }
    case 'unary':
    case 'convert':
    case 'paren':
      return overlaps(root, target, e.operand);
    case 'binary':
      return overlaps(root, target, e.left) || overlaps(root, target, e.right);
    case 'complex':
      return overlaps(root, target, e.re) || overlaps(root, target, e.im);
    case 'intrinsic': {
      const lazy = LAZY_OUT_OF_ORDER.has(e.name);
      return e.arguments.some((a) => a && (lazy ? mentions(root, a) : overlaps(root, target, a)));
    }
    case 'call':
      if (!e.target.procedure.elemental) return false;
      if (calleeMayRead(e.target, root)) return true;
      return e.arguments.some((a) => a?.value && overlaps(root, target, a.value));
    case 'array':
      return false;
    default:
      return false;
  }
}

// These read other elements than the one that is assigned.
const LAZY_OUT_OF_ORDER = new Set([
  'transpose',
  'cshift',
  'eoshift',
  'spread',
  'reshape',
  'sum',
  'product',
  'maxval',
  'minval',
  'any',
  'all',
  'count',
  'maxloc',
  'minloc',
  'pack',
  'unpack',
]);

/** Whether a value mentions the target's variable anywhere but at the very element that is assigned. */
export function readsOtherElements(target: Typed, value: Typed): boolean {
  const root = rootSymbol(target);
  return root === undefined || (!samePlace(target, value) && mentions(root, value));
}

function mentions(root: Sym, e: Typed): boolean {
  if (e.k === 'variable') return e.sym === root || shareStorage(root, e.sym);
  for (const value of Object.values(e)) {
    if (Array.isArray(value)) {
      if (value.some((v) => v && typeof v === 'object' && mentionsAny(root, v))) return true;
    } else if (value && typeof value === 'object' && 'k' in value && mentions(root, value as Typed))
      return true;
  }
  return false;
}

function mentionsAny(root: Sym, v: object): boolean {
  if ('value' in v && v.value && typeof v.value === 'object') return mentions(root, v.value as Typed);
  return 'k' in v && mentions(root, v as Typed);
}

function subscriptsOf(e: Typed): Typed[] {
  if (e.k === 'element') return [...e.subscripts, ...subscriptsOf(e.base)];
  if (e.k === 'section') {
    const own = e.subscripts
      .flatMap((s) => (s.k === 'range' ? [s.low, s.high, s.step] : [s.value]))
      .filter((x): x is Typed => x !== undefined);
    return [...own, ...subscriptsOf(e.base)];
  }
  if (e.k === 'component' || e.k === 'substring' || e.k === 'part' || e.k === 'narrow')
    return subscriptsOf(e.base);
  return [];
}

function shareStorage(a: Sym, b: Sym): boolean {
  if (a.equivalence && b.equivalence) return a.equivalence.group === b.equivalence.group;
  const open = (s: Sym): boolean => s.pointer || s.has('target') || s.association !== undefined;
  return open(a) && open(b);
}

// The same designator, printed twice: each element is read before it is written.
function samePlace(a: Typed, b: Typed): boolean {
  if (a.k !== b.k) return false;
  return placeKey(a) === placeKey(b);
}

function placeKey(e: Typed): string {
  switch (e.k) {
    case 'variable':
      return `v${e.sym.scope.cPrefix}${e.sym.name}${e.sym.at}`;
    case 'component':
      return `${placeKey(e.base)}%${e.component.name}`;
    case 'const':
      return String(e.value);
    case 'element':
      return `${placeKey(e.base)}(${e.subscripts.map(placeKey).join()})`;
    case 'section':
      return `${placeKey(e.base)}(${e.subscripts.map((s) => (s.k === 'range' ? `${s.low ? placeKey(s.low) : ''}:${s.high ? placeKey(s.high) : ''}:${s.step ? placeKey(s.step) : ''}` : s.k === 'vector' ? String(Math.random()) : placeKey(s.value))).join()})`;
    case 'binary':
      return `(${placeKey(e.left)}${e.op}${placeKey(e.right)})`;
    case 'unary':
      return `${e.op}${placeKey(e.operand)}`;
    default:
      return `?${Math.random()}`;
  }
}

// ---- pointers -----------------------------------------------------------------------------------------------------

/** Prints `pointer => target`, with bounds where the left side has them. */
export function assignPointer(
  em: Emitter,
  pointer: Typed,
  target: Typed,
  lower?: readonly (Typed | undefined)[],
  upper?: readonly (Typed | undefined)[],
): void {
  if (pointer.type.base === 'procedure') {
    em.line(`${procedureCell(em, pointer)} = (fproc)${target.k === 'null' ? '0' : scalar(em, target)};`);
  } else if (pointer.rank > 0) {
    assignArrayPointer(em, pointer, target, lower, upper);
  } else {
    assignScalarPointer(em, pointer, target);
  }
}

function procedureCell(em: Emitter, e: Typed): string {
  if (e.k === 'procedure' && e.sym) return em.procedureCell(e.sym);
  return lvalue(em, e);
}

function assignScalarPointer(em: Emitter, pointer: Typed, target: Typed): void {
  const cell = pointerCell(em, pointer);
  if (isStringCell(pointer.type, { allocatable: false, pointer: true }, 0)) {
    if (target.k === 'null') em.line(`${cell}.p = 0;`);
    else {
      const t = chars(em, target);
      // A pointer that is declared with a length keeps it.
      const { length } = pointer.type;
      const n = typeof length === 'object' ? scalar(em, length) : t.n;
      em.line(`${cell}.len = ${n}; ${cell}.p = (char *)${t.p};`);
    }
  } else if (pointer.type.base === 'class-star') {
    em.line(target.k === 'null' ? `${cell}.p = 0;` : `${cell} = ${anyValue(em, target)};`);
  } else if (target.k === 'null') {
    em.line(`${cell} = 0;`);
  } else {
    em.line(`${cell} = (${cType(pointer.type)} *)${addressOfTarget(em, target)};`);
  }
}

function addressOfTarget(em: Emitter, target: Typed): string {
  if (target.k === 'call') return callValue(em, target);
  if (target.type.base === 'class-star') return `${pointerCell(em, target)}.p`;
  if (isPointer(target) || isAllocatable(target)) return pointerCell(em, target);
  return `&${lvalue(em, target)}`;
}

function assignArrayPointer(
  em: Emitter,
  pointer: Typed,
  target: Typed,
  lower?: readonly (Typed | undefined)[],
  upper?: readonly (Typed | undefined)[],
): void {
  const cell = descriptorCell(em, pointer);
  if (target.k === 'null') {
    em.line(`${cell}.base = 0;`);
    return;
  }
  const keeps = (isPointer(target) || isAllocatable(target)) && target.k !== 'call';
  const layout = target.k === 'call' ? arrayValue(em, target).layout! : layoutOf(em, target);
  if (target.k === 'call') em.arena = false;
  const whole = target.k === 'variable' || (target.k === 'component' && target.base.rank === 0);
  const dims = layout.dims.map((d) => ({ ...d, low: keeps || whole ? d.low : '1' }));
  if (dims.some((d) => d.index))
    throw new FortranError(
      target.at,
      'A pointer can not be associated with a section by a vector subscript.',
    );
  const d = describe(em, { ...layout, dims }, typeTable(em, target.type, ''));
  if (upper?.some((u) => u)) remap(em, d, lower ?? [], upper, pointer.rank);
  else
    for (const [i, low] of (lower ?? []).entries())
      if (low) em.line(`${d}.dim[${i}].lb = ${scalar(em, low)};`);
  em.line(`${cell} = ${d};`);
}

// `p(1:n, 1:m) => vector`: the elements keep their order and get new bounds.
function remap(
  em: Emitter,
  d: string,
  lower: readonly (Typed | undefined)[],
  upper: readonly (Typed | undefined)[],
  rank: number,
): void {
  const stride = em.temporary('int32_t', `${d}.dim[0].stride`);
  const room = em.temporary('int32_t', `f_elements(&${d})`);
  em.line(`${d}.rank = ${rank};`);
  let step = stride;
  for (let i = 0; i < rank; i++) {
    const low = em.temporary('int32_t', lower[i] ? scalar(em, lower[i]!) : '1');
    const high = em.temporary('int32_t', scalar(em, upper[i]!));
    em.line(
      `${d}.dim[${i}].lb = ${low}; ${d}.dim[${i}].ext = f_extent(${low}, ${high}); ${d}.dim[${i}].stride = ${step};`,
    );
    step = em.temporary('int32_t', multiply(step, `${d}.dim[${i}].ext`));
  }
  if (em.program.options.checkBounds)
    em.line(`f_check_target(${room}, f_elements(&${d}), ${placeOf(em.statementAt)});`);
}
