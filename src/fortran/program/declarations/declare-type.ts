// Derived types: components, parent, bindings, finalizers.

import { refuse } from '../../source/diagnostics.ts';
import { FILLER } from '../../syntax/parsing/types.ts';
import type { Binding, Entity, TypeComponent, TypeSpec } from '../../syntax/tree/syntax-tree.ts';
import { descends, lineage } from '../constants/conversions.ts';
import { become, becomeGeneric, setAttributes } from '../symbols/change-symbol.ts';
import { declare, declareOwn, freshNumber, lookup, refuseAmbiguous } from '../symbols/names.ts';
import { procedureComponents } from '../symbols/procedure-components.ts';
import { MAX_RANK, tooManyRanks } from '../symbols/ranks.ts';
import type {
  Component,
  DerivedType,
  Scope,
  Sym,
  Type,
  TypeBinding,
  Typed,
  TypeExtent,
} from '../symbols/semantics.ts';
import type { TypeDefinition } from '../symbols/type-definition.ts';
import { partsOfNode } from '../walking/walk-typed.ts';
import { declareGeneric } from './declare-generic.ts';
import { declaresParameters, handOn, instantiate, parametersOf, settleSizes } from './parameterized-types.ts';
import { checkInitialMark, resolveDimensions, resolveType } from './resolve.ts';

/** The derived type of this name; it is created empty if it is referenced before its definition. */
function derivedTypeOf(scope: Scope, name: string, at: number): DerivedType {
  let symbol = lookup(scope, name);
  // TYPE may also refer to a STRUCTURE.
  if (symbol?.derived === undefined) symbol = lookup(scope, `/${name}/`) ?? symbol;
  refuseAmbiguous(scope, name, at);
  if (symbol?.k !== 'type' && symbol?.derived) return symbol.derived;
  if (symbol?.k !== 'type') {
    symbol = declare(scope.host, name, at);
    if (symbol.k !== 'unknown') refuse(at, `"${name}" is not a type.`);
    const derived = createType(scope.host, name, at);
    become(symbol, { k: 'type', derived });
    return derived;
  }
  return symbol.derived!;
}

/** A type without components, bindings or attributes. */
export function emptyType(scope: Scope, name: string, cName: string, at: number): DerivedType {
  return {
    name,
    cName,
    at,
    scope,
    components: [],
    bindings: [],
    finals: [],
    abstract: false,
    sequence: false,
    extensible: false,
    privateComponents: false,
    defined: false,
    emitted: false,
  };
}

function createType(scope: Scope, written: string, at: number): DerivedType {
  const name = written.replaceAll('/', '').replace(/%\d+$/, '');
  const type = emptyType(scope, name, `${scope.cPrefix}T${freshNumber(scope.program)}_${name}`, at);
  scope.program.types.push(type);
  return type;
}

/**
 * Declares a derived type with its components and bindings. For a type with parameters, this is only a template for its
 * instances.
 */
export function declareDerivedType(scope: Scope, s: TypeDefinition): void {
  if (s.structure && !scope.program.options.decStructures)
    refuse(s.at, 'STRUCTURE is a DEC extension: -fdec-structure or -fdec enables it.');
  for (const inner of s.nested ?? []) declareDerivedType(scope, inner);
  if (/^(integer|real|double *precision|complex|logical|character)$/.test(s.name))
    refuse(s.at, `"${s.name}" is an intrinsic type and cannot be the name of a derived type.`);
  const access = [s, ...[...s.components, ...s.bindings].map((part) => part.attributes)].some(
    (p) => p.access,
  );
  if ((s.privateComponents || access) && (scope.k !== 'module' || scope.unit?.k === 'submodule'))
    refuse(s.at, 'PUBLIC and PRIVATE are allowed only for types in modules.');
  const type = typeSymbol(scope, s);
  if (type.defined) refuse(s.at, `The type "${s.name}" is defined twice.`);
  type.defined = true;
  const parameters = [...(parentOf(scope, s)?.template?.parameters ?? []), ...parametersOf(s)];
  if (parameters.length > 0) type.template = { statement: s, parameters, instances: new Map() };
  else fillType(scope, type, s);
}

// Fills in a type from its definition. Expressions are analysed in `scope`.
function fillType(scope: Scope, type: DerivedType, s: TypeDefinition): void {
  type.defined = true;
  type.abstract = s.abstract;
  type.sequence = s.sequence || s.bind;
  type.bind = s.bind;
  type.privateComponents = s.privateComponents;
  if (s.extends !== undefined) extendType(scope, type, s);
  for (const { own } of type.instance?.lengths ?? []) if (own) type.components.push(own);
  for (const part of s.components) {
    if (type.instance && declaresParameters(part)) continue;
    for (const entity of part.entities) type.components.push(createComponent(scope, part, entity));
  }
  type.extent = extentOf(type, s);
  for (const binding of s.bindings) addBinding(type.scope, type, binding);
}

/** Maximum nesting depth of types within a type, because each step of the front end visits all of them. */
const MOST_DEPTH = 100;
/** Maximum number of components in a type and all the types nested in it. */
const MOST_PARTS = 100_000;

function extentOf(derived: DerivedType, { at }: TypeDefinition): TypeExtent {
  const { name, components } = derived;
  let [depth, parts] = [0, 0];
  for (const { type } of components) {
    const inner = type.derived?.extent ?? { depth: 0, parts: 0 };
    depth = Math.max(depth, inner.depth + 1);
    parts += inner.parts + 1;
  }
  if (depth <= MOST_DEPTH && parts <= MOST_PARTS) return { depth, parts };
  // Removes the components, so that the search for further errors does not have to traverse the type.
  derived.components = [];
  if (depth > MOST_DEPTH)
    refuse(at, `The type "${name}" extends or contains types more than ${MOST_DEPTH} levels deep.`);
  refuse(
    at,
    `The type "${name}" has more than ${MOST_PARTS} components, including those of the types it contains.`,
  );
}

/** The instance of a derived type with the given parameters, or the type itself if it has no parameters. */
export function typeWithParameters(scope: Scope, spec: TypeSpec & { k: 'derived' }): Type {
  const derived = derivedTypeOf(scope, spec.name, spec.at);
  if (!derived.template) {
    if (spec.parameters) refuse(spec.at, `The type "${spec.name}" has no parameters.`);
    return { base: 'derived', kind: 0, derived };
  }
  return instantiate(scope, derived, spec.parameters ?? [], spec.at, { resolveType, createType, fillType });
}

function parentOf(scope: Scope, s: TypeDefinition): DerivedType | undefined {
  if (s.extends === undefined) return undefined;
  const parent = derivedTypeOf(scope, s.extends, s.at);
  if (!parent.defined) refuse(s.at, `The parent type "${s.extends}" is not defined.`);
  return parent;
}

function typeSymbol(scope: Scope, s: TypeDefinition): DerivedType {
  const known = scope.symbols.get(s.name);
  if (known?.k === 'generic') {
    const generic = declareGeneric(scope, s.name, s.at);
    const derived = generic.derived ?? createType(scope, s.name, s.at);
    becomeGeneric(generic, { derived });
    return derived;
  }
  const symbol = declareOwn(scope, s.name, s.at);
  if (symbol.dummy) refuse(s.at, `The dummy argument "${s.name}" cannot be a derived type.`);
  if (symbol.k !== 'unknown' && symbol.k !== 'type') refuse(s.at, `"${s.name}" is already declared.`);
  if (s.access) setAttributes(symbol, { access: s.access });
  const derived = symbol.derived ?? createType(scope, s.name, s.at);
  become(symbol, { k: 'type', derived });
  return derived;
}

function extendType(scope: Scope, type: DerivedType, s: TypeDefinition): void {
  const named = parentOf(scope, s)!;
  const parameters = named.template ? handOn(scope, named, s.at) : [];
  const parentType = typeWithParameters(scope, {
    k: 'derived',
    at: s.at,
    name: s.extends!,
    polymorphic: false,
    parameters: named.template ? parameters : undefined,
  });
  const parent = parentType.derived!;
  if (descends(parent, type))
    refuse(s.at, `The type "${type.name}" cannot extend itself or a type that extends it.`);
  type.parent = parent;
  type.extensible = true;
  for (const t of lineage(parent)) t.extensible = true;
  type.components.push({
    name: s.extends!,
    at: s.at,
    type: parentType,
    allocatable: false,
    pointer: false,
    parentComponent: true,
  });
}

/** Attributes without arguments that are allowed for a component. */
const OF_COMPONENTS: ReadonlySet<string> = new Set(['allocatable', 'pointer', 'contiguous', 'kind', 'len']);

function createComponent(scope: Scope, part: TypeComponent, entity: Entity): Component {
  const { attributes } = part;
  const wrong = [...attributes.words].find((word) => !OF_COMPONENTS.has(word));
  if (wrong !== undefined || attributes.intent)
    refuse(entity.at, `A component cannot have ${(wrong ?? 'intent').toUpperCase()}.`);
  const component: Component = {
    name: entity.name,
    at: entity.at,
    type: part.type ? resolveType(scope, part.type, entity.length) : { base: 'procedure', kind: 4 },
    allocatable: attributes.words.has('allocatable'),
    pointer: attributes.words.has('pointer'),
    contiguous: attributes.words.has('contiguous'),
    initialSource: entity.initial,
    access: attributes.access,
    overlay: part.overlay?.length ? part.overlay : undefined,
    scope: scope.k === 'type' ? scope : undefined,
  };
  if (component.type.length === '*' || component.type.lengths?.includes('*'))
    refuse(entity.at, `The length of the component "${entity.name}" must be given.`);
  if (declaresParameters(part)) refuse(entity.at, `"${entity.name}" is not a parameter of the type.`);
  if (entity.name === FILLER) refuse(entity.at, '%FILL is allowed only for components of a STRUCTURE.');
  if (part.procedureInterface !== undefined) {
    component.type = { base: 'procedure', kind: 4 };
    component.procedure = undefined;
    component.nopass = attributes.pass === false;
    component.pass = typeof attributes.pass === 'string' ? attributes.pass : undefined;
    procedureComponents.set(component, { scope, part, at: entity.at });
  }
  if (entity.initial) checkInitialMark(component, entity.pointer === true);
  const codimension = entity.codimension ?? attributes.codimension;
  if (codimension) {
    if (!component.allocatable)
      refuse(entity.at, `The coarray component "${entity.name}" must be ALLOCATABLE.`);
    component.codims = codimension;
  }
  const dimension = entity.dimension ?? attributes.dimension;
  if (dimension) component.dims = resolveDimensions(scope, dimension, entity.at);
  const ranks = (component.dims?.length ?? 0) + (codimension?.length ?? 0);
  if (ranks > MAX_RANK) refuse(entity.at, tooManyRanks(entity.name, ranks));
  if (component.type.base === 'class' && component.type.derived) component.type.derived.extensible = true;
  checkSizes(scope, component);
  settleSizes(component, entity);
  return component;
}

// The sizes of a type's components may depend only on the type's parameters.
function checkSizes(scope: Scope, { name, type, dims, allocatable, pointer }: Component): void {
  const bounds = allocatable || pointer ? [] : (dims ?? []).flatMap(({ low, high }) => [low, high]);
  for (const e of [...bounds, typeof type.length === 'object' ? type.length : undefined]) {
    if (!e) continue;
    const found = scope.k === 'type' ? outerVariable(e) : scope.program.expressions.inconstantPart(e);
    if (found)
      refuse(
        found.part.at,
        `The size of the component "${name}" must depend only on constants and type parameters: ${found.why}`,
      );
  }
}

function outerVariable(e: Typed): { part: Typed; why: string } | undefined {
  if (e.k === 'variable' && e.sym.k === 'variable' && e.sym.scope.k !== 'type')
    return { part: e, why: `"${e.sym.name}" is a variable.` };
  return partsOfNode(e).flatMap((part) => (part && outerVariable(part)) ?? [])[0];
}

function addBinding(scope: Scope, type: DerivedType, binding: Binding): void {
  if (binding.k === 'final') {
    for (const name of binding.targets) type.finals.push(declare(scope, name, binding.at));
    return;
  }
  const { attributes } = binding;
  const result: TypeBinding = {
    k: binding.k,
    name: binding.name,
    at: binding.at,
    targetName: binding.interfaceName ?? binding.targets[0] ?? binding.name,
    deferred: attributes.words.has('deferred'),
    isFinal: attributes.words.has('non_overridable'),
    nopass: attributes.pass === false,
    pass: typeof attributes.pass === 'string' ? attributes.pass : undefined,
    specifics: binding.k === 'generic' ? binding.targets : [],
    access: attributes.access,
  };
  type.extensible = true;
  const same = type.bindings.find((b) => b.name === result.name && b.k === 'generic');
  if (same && result.k === 'generic') {
    if ((same.access ?? 'public') !== (result.access ?? 'public'))
      refuse(result.at, `"${result.name}" has a different accessibility in an earlier statement.`);
    same.specifics.push(...result.specifics);
  } else type.bindings.push(result);
}

/** The symbol of the procedure that a type binds under this name. */
export function boundProcedure(scope: Scope, name: string, at: number): Sym {
  const symbol = lookup(scope, name);
  if (symbol?.k !== 'procedure') refuse(at, `"${name}" is not a procedure that the type can bind.`);
  return symbol;
}
