// Declares program units and their procedures: orders the units, and turns them into scopes with symbols.

import { declareImplicitNames } from './analysis/declarations/prepare-scope.ts';
import { LANGUAGE_KINDS } from './program/constants/default-kinds.ts';
import { declareAll, guarded } from './program/declarations/declare.ts';
import { createProcedure, declareProcedureBody } from './program/declarations/declare-interface.ts';
import { becomeProcedure, moveTo, setWritten } from './program/symbols/change-symbol.ts';
import { declare, lookup, maybeImplicitTypeSpec } from './program/symbols/names.ts';
import { type Procedure, type Program, Scope } from './program/symbols/semantics.ts';
import { refuse } from './source/diagnostics.ts';
import type { ProgramUnit } from './syntax/tree/syntax-tree.ts';

/** Registers external procedures before anything else, because they may be called from anywhere. */
export function registerExternals(program: Program, units: readonly ProgramUnit[], global: Scope): void {
  for (const unit of units) {
    if (unit.k !== 'procedure') continue;
    if (program.externals.has(unit.name)) {
      program.diagnostics.error(unit.at, `The procedure "${unit.name}" is defined twice.`);
      continue;
    }
    program.externals.set(unit.name, createProcedure(global, unit, 'external'));
    for (const s of unit.body) {
      if (s.k === 'entry' && program.externals.has(s.heading.name))
        program.diagnostics.error(s.at, `The procedure "${s.heading.name}" is defined twice.`);
      else if (s.k === 'entry')
        program.externals.set(s.heading.name, {
          ...program.externals.get(unit.name)!,
          name: s.heading.name,
          entryOf: program.externals.get(unit.name)!,
        });
    }
  }
}

/** Declares a main program, module, submodule or block data unit, including the procedures inside it. */
export function declareUnit(program: Program, unit: ProgramUnit, global: Scope): Scope {
  const scope = new Scope(
    program,
    unit.k === 'module' || unit.k === 'submodule' ? 'module' : 'program',
    unit.name,
    parentOf(program, unit) ?? global,
    unit,
  );
  scope.cPrefix =
    unit.k === 'program'
      ? 'MAIN_'
      : unit.k === 'block-data'
        ? `DATA${program.counter.next++}_`
        : `${unit.name}_`;
  if (unit.languageKinds) scope.kinds = LANGUAGE_KINDS;
  if (unit.k === 'module') program.modules.set(unit.name, scope);
  if (unit.k === 'submodule') {
    scope.cPrefix = `${unit.parent!.ancestor}_${unit.name}_`;
    program.modules.set(`${unit.parent!.ancestor}:${unit.name}`, scope);
  }
  const place = unit.k === 'program' ? 'internal' : 'module';
  // The interface of a MODULE procedure may be in this scope or in the procedure's body.
  const separate = new Set(unit.contains.filter((inner) => !isWhole(inner) && !bringsInterface(unit, inner)));
  const whole = unit.contains.filter((inner) => !separate.has(inner));
  declareContained(scope, whole, place);
  declareAll(scope, unit.specifications);
  declareContained(scope, [...separate], place);
  declareChildren(scope);
  return scope;
}

function parentOf(program: Program, unit: ProgramUnit): Scope | undefined {
  if (!unit.parent) return undefined;
  const key =
    unit.parent.parent === undefined ? unit.parent.ancestor : `${unit.parent.ancestor}:${unit.parent.parent}`;
  const parent =
    program.modules.get(key) ??
    refuse(unit.at, `The ancestor "${key}" of the submodule "${unit.name}" is not defined.`);
  return parent;
}

// Internal procedures share the implicitly declared names of their host.
function declareChildren(scope: Scope): void {
  if (scope.children.length > 0 && scope.k !== 'module')
    guarded(scope, () => declareImplicitNames(scope, scope.unit!.body));
  for (const child of scope.children) guarded(scope, () => declareWithContained(child));
}

// True if a procedure comes with its own interface.
function isWhole(unit: ProgramUnit): boolean {
  return !unit.heading?.prefix.words.has('module');
}

// True for `module function f(x)` in a module that contains no interface body for it.
function bringsInterface(unit: ProgramUnit, inner: ProgramUnit): boolean {
  if (unit.k !== 'module' || inner.heading?.k === 'module-procedure') return false;
  return !unit.specifications.some(
    (s) => s.k === 'interface' && s.block.bodies.some((body) => body.name === inner.name),
  );
}

function declareContained(
  scope: Scope,
  contains: readonly ProgramUnit[],
  place: 'internal' | 'module',
): void {
  for (const inner of contains) {
    guarded(scope, () => {
      const known = scope.symbols.get(inner.name);
      if (known?.procedure?.unit && (isWhole(inner) || scope.children.includes(known.procedure)))
        refuse(inner.at, `The procedure "${inner.name}" is defined twice.`);
      if (inner.name === scope.unit?.name && scope.k !== 'procedure')
        refuse(
          inner.at,
          `"${inner.name}" is the name of the program unit and cannot be the name of a procedure in it.`,
        );
      const procedure = separateBody(scope, inner) ?? createProcedure(scope, inner, place);
      scope.children.push(procedure);
      // If a generic of the same name contains this specific procedure, the name has the same meaning here as in the
      // ancestor.
      if (procedure.declared && lookup(scope, inner.name)?.k === 'generic') return;
      const symbol = declare(scope, inner.name, inner.at);
      becomeProcedure(symbol, { procedure });
    });
  }
}

// `module procedure f` in a submodule: the interface is in the ancestor.
function separateBody(scope: Scope, unit: ProgramUnit): Procedure | undefined {
  if (!unit.heading?.prefix.words.has('module')) return undefined;
  let found: Procedure | undefined;
  for (let s: Scope | undefined = scope; s && !found; s = s.parent) found = ownProcedure(s, unit.name);
  // A MODULE FUNCTION in the module itself may serve as its own interface.
  if (!found && scope.unit?.k === 'module' && unit.heading.k !== 'module-procedure') return undefined;
  if (!found) refuse(unit.at, `No ancestor declares an interface for "${unit.name}".`);
  if (found.hasBody)
    refuse(unit.at, `The procedure "${unit.name}" already has a body, in another submodule.`);
  found.hasBody = true;
  if (unit.heading.k !== 'module-procedure') {
    const procedure = createProcedure(scope, unit, 'module');
    procedure.cName = found.cName;
    procedure.declared = found;
    return procedure;
  }
  const body = new Scope(scope.program, 'procedure', unit.name, scope, unit);
  for (const [name, symbol] of found.scope.symbols) {
    // The implicit types of arguments come from IMPLICIT in the interface, not in the submodule.
    const type = symbol.written.type ?? maybeImplicitTypeSpec(found.scope, name);
    if (type && (symbol.dummy || symbol.result) && symbol.k !== 'procedure') setWritten(symbol, { type });
    moveTo(symbol, body);
    body.symbols.set(name, symbol);
  }
  body.cPrefix = found.scope.cPrefix;
  const procedure: Procedure = { ...found, scope: body, unit, declared: found };
  body.procedure = procedure;
  return procedure;
}

// The procedure of this name in a scope, which may also contain a generic of the same name.
function ownProcedure({ symbols }: Scope, name: string): Procedure | undefined {
  const symbol = symbols.get(name);
  if (symbol?.k !== 'generic') return symbol?.procedure;
  return symbol.specifics.find((s) => s.name === name)?.procedure;
}

/** Declares the names in a procedure and in the procedures that it contains. */
export function declareWithContained(procedure: Procedure): void {
  const { scope } = procedure;
  const unit = procedure.unit!;
  if (unit.heading!.k === 'module-procedure') {
    declareAll(scope, unit.specifications);
  } else {
    declareContained(scope, unit.contains, 'internal');
    declareProcedureBody(procedure);
    declareChildren(scope);
    return;
  }
  declareContained(scope, unit.contains, 'internal');
  declareChildren(scope);
}

/**
 * Puts modules before their users and submodules after their ancestors, with main programs and block data at the end.
 */
export function orderUnits(program: Program, units: readonly ProgramUnit[]): ProgramUnit[] {
  const modules = new Map<string, ProgramUnit>();
  for (const unit of units) {
    if (unit.k !== 'module' && unit.k !== 'submodule') continue;
    const key = unit.k === 'module' ? unit.name : `${unit.parent!.ancestor}:${unit.name}`;
    if (modules.has(key)) program.diagnostics.error(unit.at, `The module "${unit.name}" is defined twice.`);
    modules.set(key, unit);
  }
  const ordered: ProgramUnit[] = [];
  const state = new Map<ProgramUnit, 'busy' | 'done'>();
  const visit = (unit: ProgramUnit): void => {
    if (state.get(unit) === 'done') return;
    if (state.get(unit) === 'busy') {
      program.diagnostics.error(
        unit.at,
        `The module "${unit.name}" uses itself, directly or through other modules.`,
      );
      return;
    }
    state.set(unit, 'busy');
    for (const name of usedModules(unit)) {
      const used = modules.get(name);
      if (used) visit(used);
    }
    state.set(unit, 'done');
    ordered.push(unit);
  };
  for (const unit of modules.values()) visit(unit);
  return [...ordered, ...units.filter((u) => u.k === 'program' || u.k === 'block-data')];
}

function usedModules(unit: ProgramUnit): string[] {
  const names = unit.specifications.flatMap((s) => (s.k === 'use' && !s.intrinsic ? [s.module] : []));
  if (unit.parent) {
    names.push(unit.parent.ancestor);
    if (unit.parent.parent !== undefined) names.push(`${unit.parent.ancestor}:${unit.parent.parent}`);
  }
  for (const inner of unit.contains) names.push(...usedModules(inner));
  for (const s of unit.specifications)
    if (s.k === 'interface') for (const body of s.block.bodies) names.push(...usedModules(body));
  return names;
}
