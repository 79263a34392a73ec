// Static data: constants, initial values, DATA, COMMON and EQUIVALENCE.

import { analyse } from './analyse-expression.ts';
import { coerce, constantShapeOf } from './analyse-operator.ts';
import { analyseReference } from './analyse-reference.ts';
import { constantText, cType, stringLiteral } from './c-text.ts';
import { commonTypeFault, hasAllocatableParts } from './check-scope.ts';
import { guarded } from './declare.ts';
import { FortranError, type Position } from './diagnostics.ts';
import { layoutValue, loops } from './emit-array.ts';
import { assign, assignPointer, assignScalar } from './emit-assign.ts';
import {
  characterPlace,
  descriptorCell,
  isAllocatable,
  isDesignator,
  layoutOf,
  pointerCell,
} from './emit-designator.ts';
import { needsInit } from './emit-types.ts';
import { Emitter } from './emitter.ts';
import { substitute } from './fold.ts';
import { lookup } from './names.ts';
import { constantShape, dimensionsOf, initialOf, rankOf, typeOf } from './resolve.ts';
import {
  constantLength,
  type EquivalenceGroup,
  maybeInteger,
  type Scope,
  type Sym,
  type Type,
  type Typed,
} from './semantics.ts';
import type { DataValue, Expression, SpecificationStatement } from './syntax-tree.ts';

/** Prints a constant array as static memory. */
export function printConstant(em: Emitter, name: string, value: Extract<Typed, { k: 'const-array' }>): void {
  const { type, items } = value;
  if (type.base === 'derived' && !type.derived!.opaque) {
    printStructureArray(em, name, value);
    return;
  }
  em.printer.statics.push(`static const ${cType(type)} ${name}${initializer(type, items)};`);
}

function initializer(type: Type, items: readonly Typed[]): string {
  if (type.base === 'character') {
    const text = items.map((i) => (i.k === 'const' ? String(i.value) : '')).join('');
    const literal = stringLiteral(text);
    return `[${Number(literal.n) + 1}] = ${literal.p}`;
  }
  const texts = items.map((i) => (i.k === 'const' ? constantText(i.value, i.type, i.text) : '0'));
  return `[${Math.max(1, items.length)}] = {${texts.join(', ') || '0'}}`;
}

function printStructureArray(em: Emitter, name: string, value: Extract<Typed, { k: 'const-array' }>): void {
  const { type, items } = value;
  em.printer.statics.push(`static ${cType(type)} ${name}[${Math.max(1, items.length)}];`);
  startup(em, em.scope, (init) => {
    for (const [i, item] of items.entries()) assignScalar(init, rawNode(`${name}[${i}]`, type), item);
  });
}

function rawNode(c: string, type: Type): Typed {
  return { k: 'raw', at: 0, type, rank: 0, c, lvalue: true };
}

/** A function that runs before the program and fills static data. */
export function startup(
  em: Emitter,
  scope: Scope,
  print: (init: Emitter) => void,
  list: string[] = em.printer.initialisers,
): void {
  const init = new Emitter(em.printer, scope, undefined);
  print(init);
  if (init.out.length === 0) return;
  const name = em.printer.fresh('INIT');
  const mark = init.arena ? ['fmark M_ = f_mark();'] : [];
  const release = init.arena ? ['f_release(M_);'] : [];
  em.printer.functions.push(`static void ${name}(void) {`, ...mark, ...init.out, ...release, '}');
  list.push(name);
}

/** Prints a structure constructor; answers the structure. */
export function printStructure(em: Emitter, e: Extract<Typed, { k: 'structure' }>): string {
  const type = e.type.derived!;
  const name = em.printer.fresh();
  em.line(
    `${type.cName} ${name}; ${needsInit(type) ? `${type.cName}_init(&${name});` : `memset(&${name}, 0, sizeof ${name});`}`,
  );
  type.components.forEach((component, i) => {
    const value = e.values[i];
    if (!value) return;
    const target: Typed = {
      k: 'component',
      at: e.at,
      type: component.type,
      rank: component.dims?.length ?? 0,
      base: rawNode(name, e.type),
      component,
    };
    if (component.pointer || component.type.base === 'procedure') assignPointer(em, target, value);
    else if (component.allocatable && isAllocatable(value)) copyAllocatable(em, target, value);
    else if (value.k !== 'null') assign(em, target, value);
  });
  if (type.extensible) em.line(`*(const ftype **)&${name} = &${type.cName}_type;`);
  return name;
}

// An allocatable component takes the value of an allocatable variable, or stays unallocated with it.
function copyAllocatable(em: Emitter, target: Typed, value: Typed): void {
  const cell = value.rank > 0 ? `${descriptorCell(em, value)}.base` : pointerCell(em, value);
  const pair = value.rank === 0 && (value.type.base === 'character' || value.type.base === 'class-star');
  em.line(`if (${cell}${pair ? '.p' : ''}) {`);
  assign(em, target, value);
  em.line('}');
}

/** The static variable of a constant structure. */
export function printConstantStructure(em: Emitter, symbol: Sym): string {
  if (symbol.cName !== '') return symbol.cName;
  symbol.cName = em.printer.fresh('K');
  const value = initialOf(symbol);
  if (!value) throw new FortranError(symbol.at, `The constant "${symbol.name}" has no value.`);
  em.printer.statics.push(`static ${cType(typeOf(symbol))} ${symbol.cName};`);
  startup(em, symbol.scope, (init) => assignScalar(init, rawNode(symbol.cName, typeOf(symbol)), value));
  return symbol.cName;
}

/** Prints a static variable with its initial value. */
export function printStatic(em: Emitter, symbol: Sym, declaration: string): void {
  const { printer } = em;
  const value = symbol.initialSource ? initialOf(symbol) : undefined;
  const type = typeOf(symbol);
  const plain = !symbol.pointer && !symbol.allocatable && type.base !== 'derived' && type.base !== 'class';
  if (value && plain && !symbol.bindName) {
    if (
      value.k === 'const' &&
      rankOf(symbol) === 0 &&
      type.base !== 'character' &&
      value.type.base !== 'hollerith'
    ) {
      printer.statics.push(`${declaration} = ${constantText(value.value, type, value.text)};`);
      return;
    }
    if (value.k === 'const-array' && type.base !== 'character') {
      printer.statics.push(
        `${declaration} = {${value.items.map((i) => (i.k === 'const' ? constantText(i.value, type, i.text) : '0')).join(', ') || '0'}};`,
      );
      return;
    }
  }
  printer.statics.push(`${declaration};`);
  if (
    type.base === 'derived' &&
    !symbol.pointer &&
    !symbol.allocatable &&
    needsInit(type.derived!) &&
    !symbol.defaultsPrinted &&
    !value
  ) {
    startup(em, symbol.scope, (init) => initialiseStructures(init, symbol));
  }
  if (!value) return;
  startup(em, symbol.scope, (init) => {
    const target: Typed = { k: 'variable', at: symbol.at, type, rank: rankOf(symbol), sym: symbol };
    if (symbol.pointer) assignPointer(init, target, value);
    else assign(init, target, value);
  });
}

/** Runs the initialiser of a derived type over a variable. */
export function initialiseStructures(em: Emitter, symbol: Sym): void {
  const type = typeOf(symbol);
  const target: Typed = { k: 'variable', at: symbol.at, type, rank: rankOf(symbol), sym: symbol };
  if (target.rank === 0) {
    em.line(`${type.derived!.cName}_init(&${em.lvalue(target)});`);
    return;
  }
  const layout = layoutOf(em, target);
  loops(
    em,
    layout.dims.map((d) => d.extent),
    (i) => em.line(`${type.derived!.cName}_init(&${layoutValue(layout).at(i).c});`),
  );
}

// ---- COMMON and EQUIVALENCE -----------------------------------------------------------------------------------------

// What a pointer takes in COMMON: room enough for its C variable.
const POINTER_BYTES = 16;
const DESCRIPTOR_BYTES = 208;

// The C lvalue of a pointer that lies in COMMON.
function pointerPlace(symbol: Sym, block: string, offset: number): string {
  const type = typeOf(symbol);
  const c =
    rankOf(symbol) > 0
      ? 'fdesc'
      : type.base === 'character'
        ? 'fstr'
        : type.base === 'class-star'
          ? 'fclass'
          : `${cType(type)} *`;
  return `(*(${c} F_ALIAS *)(${block} + ${offset}))`;
}

/** The size of a variable in bytes; it must be constant. */
export function storageSize(symbol: Sym): number {
  const type = typeOf(symbol);
  if (symbol.allocatable)
    throw new FortranError(
      symbol.at,
      `"${symbol.name}" is allocatable and can not stand in COMMON or EQUIVALENCE.`,
    );
  if (symbol.pointer && symbol.common) return rankOf(symbol) > 0 ? DESCRIPTOR_BYTES : POINTER_BYTES;
  if (symbol.pointer)
    throw new FortranError(symbol.at, `"${symbol.name}" is a pointer and can not stand in EQUIVALENCE.`);
  const dims = dimensionsOf(symbol);
  const shape = dims ? constantShape(dims) : [];
  if (!shape)
    throw new FortranError(
      symbol.at,
      `The bounds of "${symbol.name}" must be constant in COMMON or EQUIVALENCE.`,
    );
  return shape.reduce((a, b) => a * b, 1) * elementBytes(type, symbol);
}

function elementBytes(type: Type, symbol: Sym): number {
  switch (type.base) {
    case 'character': {
      const n = constantLength(type);
      if (n === undefined)
        throw new FortranError(symbol.at, `The length of "${symbol.name}" must be constant here.`);
      return n;
    }
    case 'complex':
      return type.kind * 2;
    case 'derived':
      return structureBytes(type);
    default:
      return type.kind;
  }
}

function structureBytes(type: Type): number {
  let size = 0;
  let alignment = 1;
  for (const c of type.derived!.components) {
    const own =
      c.type.base === 'derived'
        ? structureBytes(c.type)
        : c.type.base === 'character'
          ? (constantLength(c.type) ?? 1)
          : c.type.base === 'complex'
            ? c.type.kind * 2
            : c.type.kind;
    const align = c.type.base === 'character' ? 1 : Math.min(8, c.type.kind || 8);
    const count = c.dims ? (constantShape(c.dims) ?? [1]).reduce((a, b) => a * b, 1) : 1;
    size = Math.ceil(size / align) * align + own * count;
    alignment = Math.max(alignment, align);
  }
  return Math.ceil(size / alignment) * alignment;
}

/** Lays out COMMON blocks and EQUIVALENCE groups of a scope. */
export function layOutStorage(scope: Scope, statements: readonly SpecificationStatement[]): void {
  for (const [name, members] of scope.commons) {
    let offset = 0;
    const known = scope.symbols.get(name);
    if (members[0] && (known?.k === 'constant' || known?.has('intrinsic')))
      scope.program.diagnostics.error(
        members[0].at,
        `"${name}" can not be both a COMMON block and ${known.k === 'constant' ? 'a constant' : 'an intrinsic procedure'}.`,
      );
    for (const symbol of members) {
      guarded(scope, () => {
        const alignment = typeOf(symbol).base === 'derived' ? 8 : symbol.pointer ? 4 : 1;
        offset = Math.ceil(offset / alignment) * alignment;
        symbol.common = { block: name, offset };
        const fault = symbol.pointer ? undefined : commonTypeFault(typeOf(symbol));
        if (fault) throw new FortranError(symbol.at, fault);
        if (symbol.has('external') && !symbol.pointer)
          throw new FortranError(symbol.at, `"${symbol.name}" is EXTERNAL and can not stand in COMMON.`);
        if (symbol.pointer) symbol.cName = pointerPlace(symbol, commonName(scope, name), offset);
        offset += storageSize(symbol);
      });
    }
    growCommon(scope, name, offset);
  }
  for (const s of statements) {
    if (s.k === 'equivalence') for (const group of s.groups) guarded(scope, () => equate(scope, group, s.at));
  }
}

function growCommon(scope: Scope, name: string, size: number): void {
  const { commons } = scope.program;
  const bind = scope.commonBinds.get(name);
  const known = commons.get(name);
  if (known) known.size = Math.max(known.size, size);
  else commons.set(name, { size, cName: commonName(scope, name), ...(bind === undefined ? {} : { bind }) });
}

function commonName(scope: Scope, name: string): string {
  const known = scope.program.commons.get(name)?.cName;
  const bind = scope.commonBinds.get(name);
  return known ?? (bind !== undefined && bind !== '' ? bind : `${name === '' ? 'BLANK' : name}_COMMON`);
}

// Joins the variables of one group: each begins at the group's start plus its offset.
function equate(scope: Scope, expressions: Expression[], at: Position): void {
  const places = expressions.map((e) => equivalencePlace(scope, e));
  const first = places[0]!;
  for (const other of places.slice(1)) joinPlaces(scope, first, other, at);
}

interface Place {
  symbol: Sym;
  offset: number;
}

function equivalencePlace(scope: Scope, e: Expression): Place {
  if (e.k !== 'ref') throw new FortranError(e.at, 'Expected a variable.');
  const part = e.parts[0]!;
  const symbol = lookup(scope, part.name) ?? undefined;
  if (!symbol) {
    analyseReference(scope, { k: 'ref', at: e.at, parts: [{ name: part.name, at: e.at, lists: [] }] });
    return equivalencePlace(scope, e);
  }
  if (symbol.k === 'unknown') symbol.k = 'variable';
  let offset = 0;
  const type = typeOf(symbol);
  const { derived } = type;
  if (derived && !derived.opaque && (!derived.sequence || hasAllocatableParts(derived)))
    throw new FortranError(
      e.at,
      `"${symbol.name}" can not stand in EQUIVALENCE: its type needs SEQUENCE and no allocatable parts.`,
    );
  for (const list of part.lists) {
    if (list[0]?.range) {
      offset += list[0].range.low ? (maybeInteger(analyse(scope, list[0].range.low)) ?? 1) - 1 : 0;
      continue;
    }
    const dims = dimensionsOf(symbol) ?? [];
    let stride = elementBytes(type, symbol);
    list.forEach((argument, i) => {
      const index = argument.value ? maybeInteger(analyse(scope, argument.value)) : undefined;
      const dim = dims[list.length === 1 ? 0 : i];
      if (index === undefined || !dim)
        throw new FortranError(e.at, 'Subscripts in EQUIVALENCE must be constant.');
      const low = maybeInteger(dim.low) ?? 1;
      offset += (index - low) * stride;
      stride *= (maybeInteger(dim.high) ?? low) - low + 1;
    });
  }
  return { symbol, offset };
}

function groupOf(scope: Scope, symbol: Sym): { group: EquivalenceGroup; offset: number } {
  if (symbol.equivalence) return symbol.equivalence;
  if (symbol.common) {
    const block = scope.program.commons.get(symbol.common.block)!;
    const group: EquivalenceGroup = {
      cName: block.cName,
      size: block.size,
      common: symbol.common.block,
      members: [],
    };
    for (const member of scope.commons.get(symbol.common.block) ?? []) {
      member.equivalence = { group, offset: member.common!.offset };
      group.members.push(member);
    }
    return symbol.equivalence!;
  }
  const group: EquivalenceGroup = { cName: '', size: storageSize(symbol), members: [symbol] };
  symbol.equivalence = { group, offset: 0 };
  return symbol.equivalence;
}

function joinPlaces(scope: Scope, a: Place, b: Place, at: Position): void {
  const left = groupOf(scope, a.symbol);
  const right = groupOf(scope, b.symbol);
  const shift = left.offset + a.offset - (right.offset + b.offset);
  if (left.group === right.group) {
    if (shift !== 0) throw new FortranError(at, 'The EQUIVALENCE contradicts another.');
    return;
  }
  if (right.group.common !== undefined && left.group.common !== undefined)
    throw new FortranError(at, 'Two COMMON blocks can not be made equivalent.');
  if (right.group.common === undefined) merge(scope, left.group, right.group, shift);
  else merge(scope, right.group, left.group, -shift);
}

// Moves the members of `from` into `into`, their offsets shifted.
function merge(scope: Scope, into: EquivalenceGroup, from: EquivalenceGroup, shift: number): void {
  for (const member of from.members) {
    const offset = member.equivalence!.offset + shift;
    member.equivalence = { group: into, offset };
    into.members.push(member);
  }
  const lowest = Math.min(...into.members.map((m) => m.equivalence!.offset));
  if (lowest < 0 && into.common === undefined) for (const m of into.members) m.equivalence!.offset -= lowest;
  else if (lowest < 0)
    throw new FortranError(from.members[0]!.at, 'The EQUIVALENCE extends a COMMON block before its start.');
  into.size = Math.max(...into.members.map((m) => m.equivalence!.offset + storageSize(m)));
  if (into.common !== undefined) growCommon(scope, into.common, into.size);
}

/** Prints the storage of the EQUIVALENCE groups of a scope. */
export function printEquivalences(em: Emitter, scope: Scope): void {
  const groups = new Set<EquivalenceGroup>();
  for (const symbol of scope.symbols.values())
    if (symbol.equivalence && symbol.scope === scope) groups.add(symbol.equivalence.group);
  for (const group of groups) {
    if (group.common === undefined) {
      group.cName = em.printer.fresh('EQ');
      em.printer.statics.push(`static char ${group.cName}[${Math.max(1, group.size)}] F_ALIGNED;`);
    }
    for (const symbol of byDefaults(group.members))
      startup(em, scope, (init) => initialiseStructures(init, symbol));
    for (const symbol of group.members) if (symbol.initialSource) initialiseShared(em, symbol);
  }
}

// The structures of a group that have initial values by their type; the one with most of them has the last word.
function byDefaults(members: readonly Sym[]): Sym[] {
  const defaults = (s: Sym): number => typeOf(s).derived!.components.filter((c) => c.initialSource).length;
  return members
    .filter((s) => typeOf(s).base === 'derived' && !typeOf(s).derived!.opaque && defaults(s) > 0)
    .sort((a, b) => defaults(a) - defaults(b));
}

/** Initial values of variables in COMMON or EQUIVALENCE. */
export function initialiseShared(em: Emitter, symbol: Sym): void {
  const value = initialOf(symbol);
  if (!value) return;
  startup(em, symbol.scope, (init) =>
    assign(
      init,
      { k: 'variable', at: symbol.at, type: typeOf(symbol), rank: rankOf(symbol), sym: symbol },
      value,
    ),
  );
}

// ---- DATA -----------------------------------------------------------------------------------------------------------

/** Marks the variables that DATA initialises: they keep their values. */
export function markData(scope: Scope, statements: readonly SpecificationStatement[]): void {
  for (const s of statements) {
    if (s.k !== 'data') continue;
    for (const set of s.sets) for (const target of set.targets) markTarget(scope, target);
  }
}

function markTarget(scope: Scope, e: Expression): void {
  if (e.k === 'implied-do') for (const item of e.items) markTarget(scope, item);
  else if (e.k === 'ref') {
    const symbol = lookup(scope, e.parts[0]!.name);
    if (symbol) symbol.dataInitialised = true;
    else {
      guarded(scope, () =>
        analyseReference(scope, { k: 'ref', at: e.at, parts: [{ ...e.parts[0]!, lists: [] }] }),
      );
      const made = lookup(scope, e.parts[0]!.name);
      if (made) made.dataInitialised = true;
    }
  }
}

/** Prints the DATA statements of a scope. */
export function printData(em: Emitter, scope: Scope, statements: readonly SpecificationStatement[]): void {
  for (const s of statements) {
    if (s.k !== 'data') continue;
    for (const set of s.sets) guarded(scope, () => printDataSet(em, scope, set, s.at));
  }
  for (const symbol of scope.symbols.values()) {
    if (symbol.initialData && symbol.scope === scope) {
      const target: Expression = {
        k: 'ref',
        at: symbol.at,
        parts: [{ name: symbol.name, at: symbol.at, lists: [] }],
      };
      guarded(scope, () =>
        printDataSet(em, scope, { targets: [target], values: symbol.initialData! }, symbol.at),
      );
    }
  }
}

function printDataSet(
  em: Emitter,
  scope: Scope,
  set: { targets: Expression[]; values: DataValue[] },
  at: Position,
): void {
  for (const target of set.targets) initialiseBefore(em, scope, target);
  const print = (init: Emitter): void => {
    const values = new ValueList(scope, set.values);
    for (const target of set.targets) printDataTarget(init, scope, target, values);
    if (values.left > 0) throw new FortranError(at, `DATA has ${values.left} more value(s) than variables.`);
  };
  // What a type gives its components comes first.
  startup(em, scope, print, em.printer.dataInitialisers);
}

// What DATA gives to single components comes after the initial values of the others.
function initialiseBefore(em: Emitter, scope: Scope, e: Expression): void {
  if (e.k === 'implied-do') for (const item of e.items) initialiseBefore(em, scope, item);
  if (e.k !== 'ref' || e.parts.length < 2) return;
  const symbol = lookup(scope, e.parts[0]!.name);
  const type = symbol && typeOf(symbol);
  if (!symbol || symbol.defaultsPrinted || type?.base !== 'derived' || type.derived!.opaque) return;
  if (symbol.pointer || symbol.allocatable || symbol.equivalence || !needsInit(type.derived!)) return;
  symbol.defaultsPrinted = true;
  startup(em, scope, (init) => initialiseStructures(init, symbol));
}

class ValueList {
  readonly #items: { value: Typed; count: number }[] = [];
  #next = 0;
  left = 0;

  constructor(scope: Scope, values: readonly DataValue[]) {
    for (const v of values) {
      const count = v.repeat ? (maybeInteger(analyse(scope, v.repeat)) ?? 0) : 1;
      this.#items.push({ value: analyse(scope, v.value), count });
      this.left += count;
    }
  }

  take(at: Position): Typed {
    while (this.#items[this.#next]?.count === 0) this.#next++;
    const item = this.#items[this.#next];
    if (!item) throw new FortranError(at, 'DATA has fewer values than variables.');
    item.count--;
    this.left--;
    return item.value;
  }
}

function printDataTarget(em: Emitter, scope: Scope, e: Expression, values: ValueList): void {
  if (e.k === 'implied-do') {
    printDataLoop(em, scope, e, values, new Map());
    return;
  }
  const target = analyse(scope, e);
  if (!isDesignator(target)) throw new FortranError(e.at, 'DATA can initialise only variables.');
  if (target.rank === 0) storeDatum(em, target, values.take(e.at));
  else storeArray(em, target, values, e.at);
}

function storeDatum(em: Emitter, target: Typed, value: Typed): void {
  if (target.k === 'substring') blankOnce(em, target.base);
  if (
    (target.k === 'variable' && target.sym.pointer) ||
    (target.k === 'component' && target.component.pointer)
  ) {
    assignPointer(em, target, value);
    return;
  }
  if (value.type.base === 'hollerith' && target.type.base !== 'character') {
    em.line('{');
    assignScalar(em, target, { k: 'convert', at: value.at, type: target.type, rank: 0, operand: value });
    em.line('}');
    return;
  }
  // Old programs put characters into numbers, as Hollerith constants do.
  if (value.type.base === 'character' && target.type.base !== 'character') {
    storeDatum(em, target, {
      ...value,
      type: { base: 'hollerith', kind: constantLength(value.type) ?? 1 },
    } as Typed);
    return;
  }
  em.line('{');
  assignScalar(
    em,
    target,
    value.type.base === 'hollerith'
      ? ({ ...value, type: { base: 'character', kind: 1 } } as Typed)
      : coerce(value, target.type, value.at),
  );
  em.line('}');
}

// What DATA leaves of a character variable is blank.
function blankOnce(em: Emitter, e: Typed): void {
  if (e.k !== 'variable' || e.rank > 0 || em.printer.blanked.has(e.sym)) return;
  em.printer.blanked.add(e.sym);
  const place = characterPlace(em, e);
  em.line(`memset(${place.p}, ' ', ${place.n});`);
}

function storeArray(em: Emitter, target: Typed, values: ValueList, at: Position): void {
  const layout = layoutOf(em, target);
  const shape = constantShapeOf(target) ?? layout.dims.map((d) => Number(d.extent));
  const count = shape.reduce((n, extent) => n * extent, 1);
  if (!Number.isInteger(count)) throw new FortranError(at, 'The size of an array in DATA must be constant.');
  const items: Typed[] = [];
  for (let i = 0; i < count; i++) {
    const value = values.take(at);
    items.push(
      value.type.base === 'hollerith' ||
        target.type.base === 'derived' ||
        (value.type.base === 'character' && target.type.base !== 'character')
        ? value
        : coerce(value, target.type, value.at),
    );
  }
  const same =
    items.length > 0 &&
    items.every(
      (i) =>
        i === items[0] ||
        (i.k === 'const' &&
          items[0]!.k === 'const' &&
          i.value === items[0]!.value &&
          typeof i.value !== 'object'),
    );
  const constant = items.every((i) => i.k === 'const' && i.type.base === target.type.base);
  if (same && constant) assign(em, target, items[0]!);
  else if (constant && items.length > 4) {
    assign(em, target, {
      k: 'const-array',
      at,
      type: items[0]!.type,
      rank: target.rank,
      shape,
      items,
    });
  } else {
    for (const [n, item] of items.entries()) storeDatum(em, layoutValue(layout).at(unravel(n, shape)), item);
  }
}

function unravel(n: number, shape: readonly number[]): string[] {
  let rest = n;
  return shape.map((size) => {
    const i = rest % size;
    rest = Math.floor(rest / size);
    return String(i);
  });
}

function printDataLoop(
  em: Emitter,
  scope: Scope,
  e: Extract<Expression, { k: 'implied-do' }>,
  values: ValueList,
  outer: ReadonlyMap<Sym, bigint>,
): void {
  const { loop } = e;
  const bound = (x: Expression): number => {
    const n = maybeInteger(substitute(analyse(scope, x), outer));
    if (n === undefined)
      throw new FortranError(x.at, 'The bounds of an implied DO in DATA must be constant.');
    return n;
  };
  let variable = lookup(scope, loop.variable);
  if (!variable) {
    analyseReference(scope, {
      k: 'ref',
      at: loop.at,
      parts: [{ name: loop.variable, at: loop.at, lists: [] }],
    });
    variable = lookup(scope, loop.variable)!;
  }
  const step = loop.step ? bound(loop.step) : 1;
  const first = bound(loop.first);
  const last = bound(loop.last);
  const inner = new Map(outer);
  for (let i = first; step > 0 ? i <= last : i >= last; i += step) {
    inner.set(variable, BigInt(i));
    for (const item of e.items) {
      if (item.k === 'implied-do') printDataLoop(em, scope, item, values, inner);
      else storeLoopItem(em, scope, item, values, inner);
    }
  }
}

function storeLoopItem(
  em: Emitter,
  scope: Scope,
  item: Expression,
  values: ValueList,
  inner: ReadonlyMap<Sym, bigint>,
): void {
  const target = substitute(analyse(scope, item), inner);
  if (target.rank > 0) storeArray(em, target, values, item.at);
  else storeDatum(em, target, values.take(item.at));
}

/** Prints the memory of the COMMON blocks. */
export function printCommons(em: Emitter): void {
  for (const block of em.program.commons.values()) {
    // One with a name of C may be defined by the C part of the program.
    const linkage = block.bind === block.cName ? '__attribute__((weak))' : 'static';
    em.printer.types.push(`${linkage} char ${block.cName}[${Math.max(1, block.size)}] F_ALIGNED;`);
  }
}
