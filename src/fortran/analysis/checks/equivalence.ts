// Variables that share storage through EQUIVALENCE: types that the standards allow, and conflicting initial values.

import { componentInitial, initialOf, typeOf } from '../../program/declarations/resolve.ts';
import { refuseLater } from '../../program/symbols/check-standard.ts';
import type {
  DerivedType,
  EquivalenceGroup,
  Scope,
  Sym,
  Type,
  Typed,
} from '../../program/symbols/semantics.ts';
import { type Position } from '../../source/diagnostics.ts';

/** Throws, with -std=, for variables that cannot share storage. */
export function checkEquivalentTypes(scope: Scope, symbols: readonly Sym[], at: Position): void {
  const classes = new Set(symbols.map((symbol) => storageClassOf(scope, typeOf(symbol))));
  if (classes.size > 1)
    refuseLater(scope, 'GNU', 'EQUIVALENCE between numbers, characters and other types', at);
}

// Numbers of default kind and default characters may share storage with each other, other types only with their own
// kind.
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
 * Fault of a group with different initial values in the same storage, or with initial values that a variable in COMMON
 * would get from its type.
 */
export function initialValuesFault(group: EquivalenceGroup): string | undefined {
  const known = new Map<string, { value: string; symbol: Sym }>();
  for (const symbol of group.members) {
    const { derived } = typeOf(symbol);
    if (group.common !== undefined && derived?.components.some((c) => c.initialSource))
      return `"${symbol.name}" has initial values from its type and would be placed in COMMON.`;
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

// A scalar with a constant value, or the first component of a structure.
function initialText(symbol: Sym): { type: string; text: string } | undefined {
  const type = typeOf(symbol);
  const component = type.derived?.components[0];
  const value = symbol.written.initial
    ? initialOf(symbol)
    : component?.initialSource && componentInitial(component, type.derived!.scope);
  return value ? constantText(value) : undefined;
}

function constantText(value: Typed): { type: string; text: string } | undefined {
  if (value.k !== 'const') return undefined;
  return { type: `${value.type.base} ${value.type.kind}`, text: String(value.value) };
}
