// Structure constructors: `point(1.0, y=2.0)`.
import { analyse } from './analyse-expression.ts';
import { coerce } from './analyse-operator.ts';
import { FortranError, type Position } from './diagnostics.ts';
import { foldConstant } from './fold.ts';
import { componentInitial } from './resolve.ts';
import type { Component, DerivedType, Scope, Typed } from './semantics.ts';
import type { Argument } from './syntax-tree.ts';

/** Analyses the arguments of a structure constructor in the order of the components, parents first. */
export function analyseStructure(scope: Scope, type: DerivedType, list: Argument[], at: Position): Typed {
  if (type.abstract)
    throw new FortranError(at, `The type "${type.name}" is abstract and has no constructor.`);
  const components = flatComponents(type);
  const values = new Map<Component, Typed>();
  let parent: Typed | undefined;
  list.forEach((argument, i) => {
    if (!argument.value) throw new FortranError(argument.at, 'Expected the value of a component.');
    if (argument.keyword !== undefined && argument.keyword === type.parent?.name) {
      parent = analyse(scope, argument.value);
      return;
    }
    const component =
      argument.keyword === undefined ? components[i] : components.find((c) => c.name === argument.keyword);
    if (!component) {
      throw new FortranError(
        argument.at,
        `The type "${type.name}" has no component ${argument.keyword === undefined ? `number ${i + 1}` : `"${argument.keyword}"`}.`,
      );
    }
    const value = analyse(scope, argument.value);
    const plain = component.pointer || component.type.base === 'procedure' || value.k === 'null';
    values.set(component, plain ? value : coerce(value, component.type, argument.at));
  });
  return buildStructure(type, values, parent, at);
}

function buildStructure(
  type: DerivedType,
  values: Map<Component, Typed>,
  parent: Typed | undefined,
  at: Position,
): Typed {
  const parts = type.components.map((component) => {
    if (component.parentComponent) return parent ?? buildStructure(type.parent!, values, undefined, at);
    const given = values.get(component) ?? componentInitial(component, type.scope);
    if (!given && !component.allocatable && !component.pointer && component.type.base !== 'procedure') {
      if (values.size > 0 && component.type.base !== 'derived') {
        throw new FortranError(at, `The component "${component.name}" has no value in this constructor.`);
      }
    }
    return given;
  });
  return foldConstant({
    k: 'structure',
    at,
    type: { base: 'derived', kind: 0, derived: type },
    rank: 0,
    values: parts,
  });
}

/** The components that a constructor takes by position: those of the parent first. */
export function flatComponents(type: DerivedType): Component[] {
  const own = type.components.filter((c) => !c.parentComponent);
  return type.parent ? [...flatComponents(type.parent), ...own] : own;
}
