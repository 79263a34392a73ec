// COMMON and EQUIVALENCE: computes the sizes of variables in bytes and their offsets in shared blocks.

import { constantLength, constantShape, maybeInteger } from '../../program/constants/constants.ts';
import { guarded } from '../../program/declarations/declare.ts';
import {
  componentInitial,
  dimensionsOf,
  initialOf,
  rankOf,
  typeOf,
} from '../../program/declarations/resolve.ts';
import { becomeVariable, setStorage } from '../../program/symbols/change-symbol.ts';
import { refuseLater } from '../../program/symbols/check-standard.ts';
import { lookup } from '../../program/symbols/names.ts';
import { type Part, partsOf } from '../../program/symbols/overlays.ts';
import type {
  Component,
  DerivedType,
  EquivalenceGroup,
  Scope,
  Sym,
  Type,
} from '../../program/symbols/semantics.ts';
import { type Position, refuse, throwFault } from '../../source/diagnostics.ts';
import type { Expression, SpecificationStatement } from '../../syntax/tree/syntax-tree.ts';
import { commonTypeFault, hasAllocatableParts } from '../checks/scope.ts';
import { analyse, analyseName } from '../expressions/expression.ts';

// Size of a pointer in COMMON: large enough for the pointer's C variable.
const POINTER_BYTES = 16;
const DESCRIPTOR_BYTES = 208;

/** The size of a variable in bytes, which must be constant. */
function storageSize(symbol: Sym): number {
  if (symbol.procedure && symbol.pointer && symbol.storage.common) return POINTER_BYTES;
  const type = typeOf(symbol);
  if (symbol.allocatable)
    refuse(symbol.at, `"${symbol.name}" is allocatable, so it is not allowed in COMMON or EQUIVALENCE.`);
  if (symbol.pointer && symbol.storage.common) return rankOf(symbol) > 0 ? DESCRIPTOR_BYTES : POINTER_BYTES;
  if (symbol.pointer)
    refuse(symbol.at, `"${symbol.name}" is a pointer, so it is not allowed in EQUIVALENCE.`);
  const dims = dimensionsOf(symbol);
  const shape = dims ? constantShape(dims) : [];
  if (!shape) refuse(symbol.at, `The bounds of "${symbol.name}" must be constant in COMMON or EQUIVALENCE.`);
  return shape.reduce((a, b) => a * b, 1) * elementBytes(type, symbol);
}

/** The size of a variable in bytes, if it is constant and the variable is neither a pointer nor allocatable. */
export function maybeStorageSize(symbol: Sym): number | undefined {
  // The kind of a declared name that no statement uses is unknown, but the generated C still contains its type.
  const isData = symbol.k === 'variable' || (symbol.k === 'unknown' && symbol.written.declared);
  if (symbol.allocatable || symbol.pointer || !isData) return undefined;
  const type = typeOf(symbol);
  if (type.base === 'character' && constantLength(type) === undefined) return undefined;
  const dims = dimensionsOf(symbol);
  const shape = dims ? constantShape(dims) : [];
  return shape && shape.reduce((a, b) => a * b, 1) * elementBytes(type, symbol);
}

function elementBytes(type: Type, symbol: Sym): number {
  switch (type.base) {
    case 'character': {
      const n =
        constantLength(type) ?? refuse(symbol.at, `The length of "${symbol.name}" must be constant here.`);
      return n;
    }
    case 'complex':
      return type.kind * 2;
    case 'derived':
      return layOutStructure(type).size;
    default:
      return type.kind;
  }
}

/** Size and alignment in bytes. */
type Extent = { size: number; alignment: number };

function roundUp(size: number, alignment: number): number {
  return Math.ceil(size / alignment) * alignment;
}

function layOutStructure(type: Type): Extent {
  return layOutParts(partsOf(type.derived!.components));
}

function layOutParts(parts: readonly Part[]): Extent {
  let size = 0;
  let alignment = 1;
  for (const part of parts) {
    const place = 'component' in part ? layOutComponent(part.component) : layOutUnion(part.maps);
    size = roundUp(size, place.alignment) + place.size;
    alignment = Math.max(alignment, place.alignment);
  }
  return { size: roundUp(size, alignment), alignment };
}

function layOutUnion(maps: readonly Part[][]): Extent {
  const places = maps.map(layOutParts);
  const alignment = Math.max(...places.map((p) => p.alignment));
  return { size: roundUp(Math.max(...places.map((p) => p.size)), alignment), alignment };
}

function layOutComponent(component: Component): Extent {
  const { type, dims } = component;
  if (component.pointer || component.allocatable)
    return { size: dims ? DESCRIPTOR_BYTES : POINTER_BYTES, alignment: 8 };
  const count = dims ? (constantShape(dims) ?? [1]).reduce((a, b) => a * b, 1) : 1;
  if (type.derived?.opaque) return { size: 4 * count, alignment: 4 };
  if (type.base === 'derived') {
    const inner = layOutStructure(type);
    return { size: inner.size * count, alignment: inner.alignment };
  }
  if (type.base === 'character') return { size: (constantLength(type) ?? 1) * count, alignment: 1 };
  const size = type.base === 'complex' ? type.kind * 2 : type.kind;
  return { size: size * count, alignment: Math.min(8, type.kind || 8) };
}

// Numbers in COMMON are aligned to their own size, as in gfortran.
function alignmentOf(symbol: Sym): number {
  if (symbol.pointer) return 4;
  const type = typeOf(symbol);
  if (type.base === 'character') return 1;
  return type.base === 'derived' && !type.derived!.opaque ? layOutStructure(type).alignment : type.kind || 4;
}

export function layOutStorage(scope: Scope, statements: readonly SpecificationStatement[]): void {
  for (const [name, members] of scope.commons) {
    let offset = 0;
    const known = scope.symbols.get(name);
    if (members[0] && (known?.k === 'constant' || known?.has('intrinsic')))
      scope.program.diagnostics.error(
        members[0].at,
        `"${name}" cannot be both a COMMON block and ${known.k === 'constant' ? 'a constant' : 'an intrinsic procedure'}.`,
      );
    for (const symbol of members) {
      guarded(scope, () => {
        const alignment = alignmentOf(symbol);
        offset = roundUp(offset, alignment);
        setStorage(symbol, { common: { block: name, offset } });
        throwFault(symbol.at, symbol.pointer ? undefined : commonTypeFault(typeOf(symbol)));
        if (symbol.has('external') && !symbol.pointer)
          refuse(symbol.at, `"${symbol.name}" is EXTERNAL, so it is not allowed in COMMON.`);
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
  else commons.set(name, { size, cName: commonName(scope, name), bind });
}

function commonName(scope: Scope, name: string): string {
  const known = scope.program.commons.get(name)?.cName;
  const bind = scope.commonBinds.get(name);
  return known ?? (bind !== undefined && bind !== '' ? bind : `${name === '' ? 'BLANK' : name}_COMMON`);
}

// Joins the variables in a group: each begins at the start of the group plus its offset.
function equate(scope: Scope, expressions: Expression[], at: Position): void {
  if (expressions.length < 2) refuse(at, 'EQUIVALENCE needs at least two variables.');
  const places = expressions.map((e) => equivalencePlace(scope, e));
  const symbols = places.map(({ symbol }) => symbol);
  checkEquivalentTypes(scope, symbols, at);
  const open = symbols.find((symbol) => !symbol.has('protected'));
  const shielded = symbols.find((symbol) => symbol.has('protected'));
  if (open && shielded)
    refuse(at, `"${shielded.name}" is PROTECTED and cannot share storage with "${open.name}", which is not.`);
  const first = places[0]!;
  for (const other of places.slice(1)) joinPlaces(scope, first, other, at);
  throwFault(at, initialValuesFault(first.symbol.storage.equivalence!.group));
}

interface Place {
  symbol: Sym;
  offset: number;
}

function equivalencePlace(scope: Scope, e: Expression): Place {
  if (e.k !== 'ref') refuse(e.at, 'Expected a variable.');
  const part = e.parts[0]!;
  const symbol = lookup(scope, part.name) ?? undefined;
  if (!symbol) {
    analyseName(scope, part.name, e.at);
    return equivalencePlace(scope, e);
  }
  becomeVariable(symbol);
  const fault = equivalenceFault(scope, symbol);
  if (fault) refuse(e.at, `"${symbol.name}" is not allowed in EQUIVALENCE: it ${fault}.`);
  let offset = 0;
  const type = typeOf(symbol);
  const { derived } = type;
  if (derived && !derived.opaque && (!derived.sequence || hasAllocatableParts(derived)))
    refuse(
      e.at,
      `"${symbol.name}" is not allowed in EQUIVALENCE: its type must have SEQUENCE and no allocatable components.`,
    );
  for (const list of part.lists) {
    if (list[0]?.range) {
      const [low, high] = [list[0].range.low, list[0].range.high].map(
        (bound) => bound && maybeInteger(analyse(scope, bound)),
      );
      const { kind } = typeOf(symbol);
      checkSubstring(low, high, symbol, e.at);
      offset += low === undefined ? 0 : (low - 1) * kind;
      continue;
    }
    const dims = dimensionsOf(symbol) ?? [];
    let stride = elementBytes(type, symbol);
    list.forEach((argument, i) => {
      const index = argument.value ? maybeInteger(analyse(scope, argument.value)) : undefined;
      const dim = dims[list.length === 1 ? 0 : i];
      if (index === undefined || !dim) refuse(e.at, 'Subscripts in EQUIVALENCE must be constant.');
      const low = maybeInteger(dim.low) ?? 1;
      offset += (index - low) * stride;
      stride *= (maybeInteger(dim.high) ?? low) - low + 1;
    });
  }
  return { symbol, offset };
}

function equivalenceFault(scope: Scope, symbol: Sym): string | undefined {
  if (symbol.scope !== scope) return 'belongs to another scope';
  if (symbol.dummy) return 'is a dummy argument';
  if (symbol.k === 'procedure') return 'is a procedure';
  if (symbol.result && !scope.procedure?.entries.length) return 'is a function result';
  if (symbol.has('bind')) return 'has BIND(C)';
  if (symbol.has('target')) return 'has TARGET';
  if (symbol.storage.common && scope.procedure?.pure) return 'is in COMMON and the procedure is PURE';
  const { derived } = typeOf(symbol);
  return symbol.storage.common && derived?.components.some((c) => c.initialSource)
    ? 'is in COMMON and has initial values'
    : undefined;
}

// Substrings must lie within the variable's characters.
function checkSubstring(low: number | undefined, high: number | undefined, symbol: Sym, at: Position): void {
  const bytes = constantLength(typeOf(symbol));
  const length = bytes === undefined ? undefined : bytes / typeOf(symbol).kind;
  const [first, last] = [low ?? 1, high ?? length];
  if (last !== undefined && last < first) refuse(at, `The substring of "${symbol.name}" has no characters.`);
  if (length !== undefined && last !== undefined && (first < 1 || last > length))
    refuse(at, `The substring of "${symbol.name}" extends beyond its ${length} character(s).`);
}

function groupOf(scope: Scope, symbol: Sym): { group: EquivalenceGroup; offset: number } {
  if (symbol.storage.equivalence) return symbol.storage.equivalence;
  if (symbol.storage.common) {
    const block = scope.program.commons.get(symbol.storage.common.block)!;
    const group: EquivalenceGroup = { size: block.size, common: symbol.storage.common.block, members: [] };
    for (const member of scope.commons.get(symbol.storage.common.block) ?? []) {
      setStorage(member, { equivalence: { group, offset: member.storage.common!.offset } });
      group.members.push(member);
    }
    return symbol.storage.equivalence!;
  }
  const group: EquivalenceGroup = { size: storageSize(symbol), members: [symbol] };
  const place = { group, offset: 0 };
  setStorage(symbol, { equivalence: place });
  return place;
}

function joinPlaces(scope: Scope, a: Place, b: Place, at: Position): void {
  const left = groupOf(scope, a.symbol);
  const right = groupOf(scope, b.symbol);
  const shift = left.offset + a.offset - (right.offset + b.offset);
  if (left.group === right.group) {
    if (shift !== 0) refuse(at, 'This EQUIVALENCE contradicts another EQUIVALENCE.');
    return;
  }
  if (right.group.common !== undefined && left.group.common !== undefined)
    refuse(at, 'Two COMMON blocks cannot be made equivalent.');
  if (right.group.common === undefined) merge(scope, left.group, right.group, shift);
  else merge(scope, right.group, left.group, -shift);
}

// Moves the members of `from` into `into` and shifts their offsets.
function merge(scope: Scope, into: EquivalenceGroup, from: EquivalenceGroup, shift: number): void {
  for (const member of from.members) {
    const offset = member.storage.equivalence!.offset + shift;
    setStorage(member, { equivalence: { group: into, offset } });
    into.members.push(member);
  }
  const lowest = Math.min(...into.members.map((m) => m.storage.equivalence!.offset));
  if (lowest < 0 && into.common !== undefined)
    refuse(from.members[0]!.at, 'This EQUIVALENCE would extend a COMMON block before its start.');
  if (lowest < 0)
    for (const m of into.members)
      setStorage(m, { equivalence: { group: into, offset: m.storage.equivalence!.offset - lowest } });
  into.size = Math.max(...into.members.map((m) => m.storage.equivalence!.offset + storageSize(m)));
  if (into.common !== undefined) growCommon(scope, into.common, into.size);
}

/** Throws if, under -std=, variables are not allowed to share storage. */
function checkEquivalentTypes(scope: Scope, symbols: readonly Sym[], at: Position): void {
  const classes = new Set(symbols.map((symbol) => storageClassOf(scope, typeOf(symbol))));
  if (classes.size > 1)
    refuseLater(scope, 'GNU', 'EQUIVALENCE between numbers, characters and other types', at);
}

// Numbers of default kind and double precision may share storage with each other, and so may characters. Other types
// may share storage only with the same type and kind.
function storageClassOf(scope: Scope, type: Type): string {
  const { integer, real, double, logical } = scope.kinds;
  const defaults: Readonly<Record<string, readonly number[]>> = {
    integer: [integer.kind],
    logical: [logical.kind],
    real: [real.kind, double.kind],
    complex: [real.kind],
  };
  if (type.derived) return sequenceClass(scope, type.derived);
  if (type.base === 'character') return 'characters';
  return defaults[type.base]?.includes(type.kind) ? 'numbers' : `${type.base} ${type.kind}`;
}

function sequenceClass(scope: Scope, type: DerivedType): string {
  const classes = new Set(type.components.map((c) => storageClassOf(scope, c.type)));
  const [only] = classes;
  return classes.size === 1 && (only === 'numbers' || only === 'characters') ? only : type.name;
}

/**
 * Error message for a group that has different initial values in the same storage, or that has a variable in COMMON
 * whose type has initial values.
 */
function initialValuesFault(group: EquivalenceGroup): string | undefined {
  const known = new Map<string, { value: string; symbol: Sym }>();
  for (const symbol of group.members) {
    const { derived } = typeOf(symbol);
    if (group.common !== undefined && derived?.components.some((c) => c.initialSource))
      return `"${symbol.name}" has initial values from its type and cannot share storage with a COMMON block.`;
    const value = initialText(symbol);
    if (value === undefined) continue;
    const place = `${symbol.storage.equivalence!.offset} ${value.type}`;
    const other = known.get(place);
    if (other && other.value !== value.text)
      return `"${other.symbol.name}" and "${symbol.name}" share storage but have different initial values.`;
    known.set(place, { value: value.text, symbol });
  }
  return undefined;
}

// The type and text of a variable's initial value, or of a structure's first component, if it is a constant scalar.
function initialText(symbol: Sym): { type: string; text: string } | undefined {
  const type = typeOf(symbol);
  const component = type.derived?.components[0];
  const value = symbol.written.initial
    ? initialOf(symbol)
    : component?.initialSource && componentInitial(component, type.derived!.scope);
  if (value?.k !== 'const') return undefined;
  return { type: `${value.type.base} ${value.type.kind}`, text: String(value.value) };
}
