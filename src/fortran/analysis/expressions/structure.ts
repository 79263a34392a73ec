// Structure constructors: `point(1.0, y=2.0)`.

import { constantShapeOf } from '../../intrinsics/folding/constant-shape.ts';
import { foldConstant } from '../../intrinsics/folding/fold.ts';
import { constantShape } from '../../program/constants/constants.ts';
import { coerce } from '../../program/constants/conversions.ts';
import { declaresParameters } from '../../program/declarations/parameterized-types.ts';
import { componentInitial, resolveType } from '../../program/declarations/resolve.ts';
import { refuseLater } from '../../program/symbols/check-standard.ts';
import { refuseReach } from '../../program/symbols/definable.ts';
import { analyse } from '../../program/symbols/names.ts';
import type { Component, DerivedType, Scope, Type, Typed } from '../../program/symbols/semantics.ts';
import { FortranError, type Position, refuse } from '../../source/diagnostics.ts';
import type { Argument, ReferencePart, TypeArgument, TypeSpec } from '../../syntax/tree/syntax-tree.ts';
import { checkAccess, findComponent } from '../calls/find-component.ts';
import { procedureNode } from '../calls/procedure-node.ts';
import { checkTarget } from '../checks/pointer-assignment.ts';

/** Analyses `point(1.0, y=2.0)`, or `vector(8, 3)([1.0, 2.0, 3.0])` for a type with parameters. */
export function analyseConstructor(scope: Scope, type: DerivedType, part: ReferencePart): Typed {
  const [first, second] = part.lists;
  const { at, name } = part;
  if (!type.template) return analyseStructure(scope, { base: 'derived', kind: 0, derived: type }, first!, at);
  const split = second ? first!.length : countOfParameters(type, first!);
  const parameters = first!.slice(0, split).map(typeArgument);
  const spec: TypeSpec = { k: 'derived', at, name, polymorphic: false, parameters };
  return analyseStructure(scope, resolveType(scope, spec), second ?? first!.slice(split), at);
}

function typeArgument({ at, keyword, value }: Argument): TypeArgument {
  if (!value || value.k === 'star') refuse(at, 'Expected a value for a type parameter.');
  return { at, keyword, value };
}

// With a single pair of parentheses, GNU Fortran expects the parameters before the components. If every parameter has a
// default and there are no more arguments than components, all arguments set components.
function countOfParameters(type: DerivedType, list: readonly Argument[]): number {
  const { parameters, statement } = type.template!;
  const names = parameters.map((p) => p.name);
  const named = list.findIndex((a) => a.keyword !== undefined && !names.includes(a.keyword));
  if (list.some((a) => a.keyword !== undefined && names.includes(a.keyword)))
    return named < 0 ? Math.min(list.length, names.length) : named;
  const components = statement.components.filter((c) => !declaresParameters(c)).flatMap((c) => c.entities);
  const mayBeLeftOut = parameters.every((p) => p.initial) && list.length <= components.length;
  return mayBeLeftOut ? 0 : Math.min(names.length, list.length);
}

/** Analyses the arguments of a structure constructor in the order of the components, parents first. */
function analyseStructure(scope: Scope, made: Type, list: Argument[], at: Position): Typed {
  const type = made.derived!;
  if (type.abstract) refuse(at, `The type "${type.name}" is abstract and has no constructor.`);
  const values = new Map<Component, Typed>();
  const positional: Typed[] = [];
  for (const [i, argument] of list.entries()) {
    if (!argument.value) refuse(argument.at, 'Expected a value for a component.');
    const value = analyse(scope, argument.value);
    const part =
      argument.keyword === undefined ? type.components[i] : findComponent(type, argument.keyword)?.at(-1);
    if (part?.pointer && value.type.base !== 'procedure') refuseReach(scope, value, value.at);
    if (argument.keyword === undefined) {
      positional.push(value);
      continue;
    }
    refuseLater(scope, 2003, `a component name in a constructor of "${type.name}"`, argument.at);
    const component = findComponent(type, argument.keyword)?.at(-1);
    if (!component || component.isLength) throw missingComponent(type, argument, i);
    if (values.has(component)) refuse(argument.at, `The component "${component.name}" is given twice.`);
    values.set(component, settle(component, value));
  }
  placePositional(type, positional, values);
  for (const [component, { at: place }] of values) checkAccess(scope, type, component, place);
  if (positional.length > 0)
    throw missingComponent(type, list[list.length - positional.length]!, list.length - positional.length);
  const structure = buildStructure(type, values, at);
  return made.lengths ? { ...structure, type: made } : structure;
}

function missingComponent(type: DerivedType, argument: Argument, index: number): FortranError {
  const which = argument.keyword === undefined ? `number ${index + 1}` : `"${argument.keyword}"`;
  return new FortranError(argument.at, `The type "${type.name}" has no component ${which}.`);
}

function settle(component: Component, given: Typed): Typed {
  const value = component.type.base === 'procedure' ? procedureFor(component, given) : given;
  const rank = component.dims?.length ?? 0;
  if (
    value.k === 'null' &&
    !component.pointer &&
    (!component.allocatable || component.sizes) &&
    component.type.base !== 'procedure'
  )
    refuse(
      value.at,
      `The component "${component.name}" is neither a POINTER nor ALLOCATABLE and cannot be NULL().`,
    );
  if (component.pointer && component.type.base !== 'procedure' && value.k !== 'null')
    checkTarget({ ...component, rank }, value, value.at);
  if (value.rank > 0 && value.rank !== rank)
    refuse(
      value.at,
      `The component "${component.name}" has rank ${rank}, but its value has rank ${value.rank}.`,
    );
  checkShape(component, value);
  const plain = component.pointer || component.type.base === 'procedure' || value.k === 'null';
  return plain || component.parentComponent ? value : coerce(value, component.type, value.at);
}

function checkShape({ name, dims, pointer, allocatable }: Component, value: Typed): void {
  const own = dims && !pointer && !allocatable ? constantShape(dims) : undefined;
  const given = value.rank > 0 ? constantShapeOf(value) : undefined;
  if (own && given && own.some((n, i) => n !== given[i]))
    refuse(
      value.at,
      `The component "${name}" has the shape (${own.join(', ')}), but its value has (${given.join(', ')}).`,
    );
}

// If a function's result has the same name as the function, the name denotes the function wherever only a procedure is
// possible.
function procedureFor(component: Component, value: Typed): Typed {
  if (value.type.base === 'procedure' || value.k === 'null' || value.k === 'call') return value;
  const procedure = value.k === 'variable' && value.sym.result ? value.sym.scope.procedure : undefined;
  if (!procedure || value.k !== 'variable' || procedure.name !== value.sym.name)
    refuse(
      value.at,
      `The component "${component.name}" is a procedure pointer: its value must be a procedure.`,
    );
  return procedureNode(procedure, value.at);
}

// Places values that have no keywords. A value of the parent's type sets all inherited components. Otherwise the
// parent's components come first, one by one.
function placePositional(type: DerivedType, queue: Typed[], values: Map<Component, Typed>): void {
  for (const component of type.components) {
    if (component.isLength) continue;
    const next = queue[0];
    if (!next) return;
    if (component.parentComponent && next.type.derived !== type.parent) {
      placePositional(type.parent!, queue, values);
      continue;
    }
    queue.shift();
    if (values.has(component)) refuse(next.at, `The component "${component.name}" is given twice.`);
    values.set(component, settle(component, next));
  }
}

function buildStructure(type: DerivedType, values: Map<Component, Typed>, at: Position): Typed {
  const parts = type.components.map((component) => {
    if (component.isLength) return undefined;
    if (component.parentComponent) return values.get(component) ?? buildStructure(type.parent!, values, at);
    const given = values.get(component) ?? componentInitial(component, type.scope);
    const isRequired = !component.pointer && (!component.allocatable || component.sizes);
    if (!given && isRequired && component.type.base !== 'procedure' && component.type.base !== 'derived')
      refuse(at, `The component "${component.name}" has no value in this constructor.`);
    return given;
  });
  const made: Type = { base: 'derived', kind: 0, derived: type };
  return foldConstant({ k: 'structure', at, type: made, rank: 0, values: parts });
}
