// Derived types with parameters. Each combination of kinds has its own instance, a derived type like any other. Lengths
// are known only at run time: an object stores them before its components. Components whose bounds or lengths depend on
// them are allocated when the object is created (printing/assign/sized-parts.ts).

import { type Position, refuse } from '../../source/diagnostics.ts';
import type { Entity, Expression, TypeArgument, TypeSpec } from '../../syntax/tree/syntax-tree.ts';
import { integerConstant, maybeInteger } from '../constants/constants.ts';
import { coerce } from '../constants/conversions.ts';
import { become, note, setResolved, setWritten } from '../symbols/change-symbol.ts';
import {
  type Component,
  type DerivedType,
  type MaybeTyped,
  Scope,
  Sym,
  type Type,
  type Typed,
} from '../symbols/semantics.ts';
import type { TypeDefinition, TypeParameter } from '../symbols/type-definition.ts';

/** Functions that are needed to create instances and are defined in other files of this phase. */
export interface TypeMaking {
  resolveType(scope: Scope, spec: TypeSpec): Type;
  createType(scope: Scope, name: string, at: Position): DerivedType;
  fillType(scope: Scope, type: DerivedType, s: TypeDefinition): void;
}

export function parametersOf(s: TypeDefinition): TypeParameter[] {
  const declared = new Map<string, TypeParameter>();
  for (const part of s.components) {
    const { words } = part.attributes;
    const k = words.has('kind') ? 'kind' : words.has('len') ? 'len' : undefined;
    if (!k) continue;
    if (words.size > 1 || part.attributes.access || part.attributes.dimension)
      refuse(part.at, 'A type parameter must be a scalar with KIND or LEN and no other attribute.');
    if (part.type?.k !== 'intrinsic' || part.type.base !== 'integer')
      refuse(part.at, 'A type parameter must be an integer.');
    for (const { name, at, initial } of part.entities) {
      if (!s.parameters?.includes(name)) refuse(at, `"${name}" is not a parameter of the type "${s.name}".`);
      declared.set(name, { name, at, k, type: part.type, initial });
    }
  }
  return (s.parameters ?? []).map((name, i, all) => {
    const parameter =
      declared.get(name) ?? refuse(s.at, `The type parameter "${name}" must be declared, with KIND or LEN.`);
    if (all.indexOf(name) !== i) refuse(s.at, `The type parameter "${name}" appears twice.`);
    return parameter;
  });
}

export function declaresParameters(part: TypeDefinition['components'][number]): boolean {
  return part.attributes.words.has('kind') || part.attributes.words.has('len');
}

/** The instance of a parameterized type with the given values. */
export function instantiate(
  scope: Scope,
  generic: DerivedType,
  given: readonly TypeArgument[],
  at: Position,
  making: TypeMaking,
): Type {
  const template = generic.template!;
  const values = orderValues(generic, given, at);
  const inner = new Scope(scope.program, 'type', generic.name, generic.scope);
  const kinds = new Map<string, Typed>();
  const lengths: (Typed | '*' | ':')[] = [];
  const symbols: Sym[] = [];
  const { analyse } = scope.program.expressions;
  for (const parameter of template.parameters) {
    const given = values.get(parameter.name);
    const place = given?.at ?? at;
    const symbol = declareParameter(inner, parameter, making);
    if (parameter.k === 'len') symbols.push(symbol);
    if (given?.value === '*' || given?.value === ':') {
      if (parameter.k === 'kind')
        refuse(given.at, `The kind parameter "${parameter.name}" needs a constant.`);
      lengths.push(given.value);
      continue;
    }
    const value = given ? analyse(scope, given.value) : analyse(inner, parameter.initial!);
    if (parameter.k === 'len') {
      lengths.push(lengthOf(parameter, generic, value, place));
      continue;
    }
    const kind = kindOf(parameter, generic, value, place);
    become(symbol, { k: 'constant' });
    const initial = coerce(kind, symbol.resolved.type!, at);
    setResolved(symbol, { initial });
    kinds.set(parameter.name, initial);
  }
  const key = [...kinds.values()].map(maybeInteger).join();
  const derived =
    template.instances.get(key) ?? makeInstance(generic, key, { inner, kinds, symbols }, making);
  return { base: 'derived', kind: 0, derived, lengths: lengths.length > 0 ? lengths : undefined };
}

function orderValues(
  generic: DerivedType,
  given: readonly TypeArgument[],
  at: Position,
): Map<string, TypeArgument> {
  const { parameters } = generic.template!;
  const values = new Map<string, TypeArgument>();
  given.forEach((value, i) => {
    if (value.keyword === undefined && given.slice(0, i).some((earlier) => earlier.keyword !== undefined))
      refuse(value.at, 'A type parameter after a named parameter needs its name.');
    const name = value.keyword ?? parameters[i]?.name;
    if (name === undefined || !parameters.some((p) => p.name === name))
      refuse(
        value.at,
        `The type "${generic.name}" has no parameter ${name ? `"${name}"` : `number ${i + 1}`}.`,
      );
    if (values.has(name)) refuse(value.at, `The type parameter "${name}" is given twice.`);
    values.set(name, value);
  });
  const missing = parameters.find((p) => !values.has(p.name) && !p.initial);
  if (missing) refuse(at, `The parameter "${missing.name}" of the type "${generic.name}" has no value.`);
  return values;
}

function declareParameter(inner: Scope, { name, at, type }: TypeParameter, making: TypeMaking): Sym {
  const symbol = new Sym(name, inner, at, { k: 'variable' });
  setWritten(symbol, { declared: true });
  note(symbol, 'used');
  setResolved(symbol, { type: making.resolveType(inner, type) });
  inner.symbols.set(name, symbol);
  return symbol;
}

function kindOf({ name }: TypeParameter, generic: DerivedType, value: Typed, at: Position): Typed {
  if (maybeInteger(value) === undefined)
    refuse(at, `The kind parameter "${name}" of "${generic.name}" must be a constant integer.`);
  return value;
}

function lengthOf({ name }: TypeParameter, generic: DerivedType, value: Typed, at: Position): Typed {
  if (value.type.base !== 'integer' || value.rank > 0)
    refuse(at, `The length parameter "${name}" of "${generic.name}" must be a scalar integer.`);
  return value;
}

/** Maximum depth to which creating an instance may create further instances. */
const MOST_INSTANCES_WITHIN = 100;

function makeInstance(
  generic: DerivedType,
  key: string,
  { inner, kinds, symbols }: { inner: Scope; kinds: Map<string, Typed>; symbols: Sym[] },
  making: TypeMaking,
): DerivedType {
  const { statement, instances } = generic.template!;
  const { pending } = generic.scope.program;
  if (pending.instances > MOST_INSTANCES_WITHIN)
    refuse(generic.at, `The type "${generic.name}" contains infinitely many nested types.`);
  const type = making.createType(generic.scope, generic.name, generic.at);
  const own = new Set(statement.parameters);
  const lengths = symbols.map((sym) => ({ sym, own: own.has(sym.name) ? lengthComponent(sym) : undefined }));
  type.instance = { of: generic, scope: inner, kinds, lengths };
  // Components may be pointers to objects of the same type.
  instances.set(key, type);
  pending.instances += 1;
  try {
    making.fillType(inner, type, statement);
  } finally {
    pending.instances -= 1;
  }
  return type;
}

function lengthComponent({ name, at, resolved: { type } }: Sym): Component {
  return { name, at, type: type!, allocatable: false, pointer: false, isLength: true };
}

export function handOn(inner: Scope, parent: DerivedType, at: Position): TypeArgument[] {
  return parent.template!.parameters.map(({ name, k }) => {
    const kind = inner.symbols.get(name)?.resolved.initial;
    const value: Expression =
      k === 'kind'
        ? { k: 'int', at, text: String(maybeInteger(kind) ?? 0) }
        : { k: 'ref', at, parts: [{ name, at, lists: [] }] };
    return { at, keyword: name, value };
  });
}

/**
 * Marks a component whose size depends on length parameters and which is therefore allocated when the object is
 * created.
 */
export function settleSizes(component: Component, entity: Entity): void {
  if (component.allocatable || component.pointer) return;
  const { dims, type } = component;
  const isOpen = (e: MaybeTyped): boolean => e !== undefined && maybeInteger(e) === undefined;
  const length = typeof type.length === 'object' && isOpen(type.length) ? type.length : undefined;
  const openDims = dims?.some((d) => isOpen(d.low) || isOpen(d.high)) ? dims : undefined;
  if (!length && !openDims) return;
  component.sizes = {
    dims,
    length: length ?? (dims && typeof type.length === 'object' ? type.length : undefined),
  };
  component.allocatable = true;
  if (dims) component.dims = dims.map(() => ({ low: integerConstant(1, entity.at) }));
  if (length) component.type = { ...type, length: ':' };
}

/** The value of a type's kind parameter, or undefined if there is no such parameter. */
export function maybeKindParameter(type: DerivedType, name: string): MaybeTyped {
  return type.instance?.kinds.get(name);
}
