// Finds names whose meaning is invalid in their scope: the name of the unit itself, members of COMMON blocks and
// namelists, and names with misplaced attributes.

import { guarded } from '../../program/declarations/declare.ts';
import { shapeKindOf } from '../../program/declarations/resolve.ts';
import { lookup, maybeImplicitTypeSpec } from '../../program/symbols/names.ts';
import type { Scope, Sym } from '../../program/symbols/semantics.ts';
import type { Position } from '../../source/diagnostics.ts';
import type { Statement } from '../../syntax/tree/syntax-tree.ts';
import { walkStatements } from '../../syntax/tree/walk-statements.ts';

type Report = (at: Position, message: string) => void;

export function checkNames(scope: Scope): void {
  const report: Report = (at, message) => scope.program.diagnostics.error(at, message);
  guarded(scope, () => checkOwnName(scope, report));
  guarded(scope, () => checkCommons(scope, report));
  checkModuleNames(scope, report);
  guarded(scope, () => checkConstructNames(scope, report));
  for (const symbol of scope.symbols.values()) {
    if (symbol.scope !== scope) continue;
    const { meaning } = symbol;
    const fault = scope.unit?.k === 'block-data' ? blockDataFault(symbol) : undefined;
    if (fault) report(symbol.at, fault);
    if (meaning.k === 'namelist') guarded(scope, () => checkNamelist(scope, symbol, meaning.members, report));
  }
}

// The name of a program, module or subroutine cannot denote anything else inside it.
function checkOwnName(scope: Scope, report: Report): void {
  const { unit } = scope;
  if (!unit || unit.name === '' || scope.procedure?.result?.name === unit.name) return;
  const symbol = scope.symbols.get(unit.name);
  if (!symbol || symbol.procedure?.scope === scope) return;
  if (symbol.scope !== scope)
    report(unit.at, `"${unit.name}" is imported by USE, but is also the name of this program unit.`);
  else if (symbol.k === 'type' || isSpecified(symbol))
    report(symbol.at, `"${symbol.name}" is the name of this program unit and cannot be declared in it.`);
}

function isSpecified({ written, words, storage, dummy }: Sym): boolean {
  return Boolean(written.declared || words.size > 0 || storage.common || dummy || written.dimensions);
}

// BLOCK DATA only initialises COMMON blocks.
function blockDataFault(symbol: Sym): string | undefined {
  const word = ['allocatable', 'external', 'bind'].find((w) => symbol.has(w));
  if (word) return `"${symbol.name}" cannot have ${word.toUpperCase()} in BLOCK DATA.`;
  return symbol.written.initial && symbol.k !== 'constant' ? outsideCommonFault(symbol) : undefined;
}

/** Reason why BLOCK DATA cannot initialise a variable, or undefined if it can. */
export function outsideCommonFault({ name, storage }: Sym): string | undefined {
  if (storage.common || storage.equivalence) return undefined;
  return `"${name}" is not in COMMON: BLOCK DATA can initialise only variables in COMMON.`;
}

// The name of a module in a USE statement cannot be declared again in the unit.
function checkModuleNames(scope: Scope, report: Report): void {
  for (const s of scope.unit?.specifications ?? []) {
    if (s.k !== 'use') continue;
    const symbol = scope.symbols.get(s.module);
    if (scope.unit?.name === s.module && scope.unit.k !== 'module')
      report(s.at, `The module "${s.module}" has the same name as the program unit that uses it.`);
    else if (symbol?.scope === scope && symbol.written.declared && !symbol.dummy)
      report(symbol.at, `"${symbol.name}" is the name of a module that is used here.`);
  }
}

// A construct's name must be unique in the program unit or in the enclosing BLOCK.
function checkConstructNames(scope: Scope, report: Report): void {
  const body = scope.unit?.body ?? [];
  const blocks = new Map<Statement, Statement>();
  walkStatements(body, (s) => {
    if (s.k === 'block') walkStatements(s.body, (inner) => blocks.set(inner, s));
  });
  const namesOf = new Map<Statement | undefined, Set<string>>();
  walkStatements(body, (s) => {
    const name = 'name' in s && s.k !== 'cycle' && s.k !== 'exit' ? s.name : undefined;
    if (name === undefined || typeof name !== 'string') return;
    const block = blocks.get(s);
    const names = namesOf.get(block) ?? new Set();
    namesOf.set(block, names);
    const symbol = block ? undefined : scope.symbols.get(name);
    if (names.has(name)) report(s.at, `There is already a construct named "${name}".`);
    else if (symbol?.scope === scope && (symbol.written.declared || symbol.procedure || symbol.k === 'type'))
      report(s.at, `"${name}" is already declared and cannot be the name of a construct.`);
    names.add(name);
  });
}

function checkCommons(scope: Scope, report: Report): void {
  for (const s of scope.unit?.specifications ?? [])
    if (s.k === 'attribute')
      for (const name of s.commons ?? [])
        if (!scope.commons.has(name))
          report(s.at, `SAVE names a COMMON block "${name}" that does not exist.`);
  for (const [name, members] of scope.commons) {
    const known = scope.symbols.get(name);
    if (known?.k === 'procedure' && known.scope === scope && members[0])
      report(members[0].at, `"${name}" cannot be both a COMMON block and a procedure.`);
  }
}

function checkNamelist(scope: Scope, group: Sym, members: readonly string[], report: Report): void {
  if (scope.unit?.k === 'block-data') report(group.at, 'BLOCK DATA cannot have a NAMELIST.');
  if (group.has('save')) report(group.at, `"${group.name}" is a namelist and cannot have SAVE.`);
  const isPublic = scope.k === 'module' && accessIn(scope, group) === 'public';
  for (const name of members) {
    const symbol = lookup(scope, name);
    const isTyped = (symbol && symbol.k !== 'unknown') || symbol?.written.type;
    if (!isTyped && !maybeImplicitTypeSpec(symbol?.scope ?? scope, name))
      report(group.at, `"${name}" is not allowed in the namelist "${group.name}": it has no type.`);
    if (!symbol) continue;
    const fault = memberFault(scope, group, symbol);
    if (fault) report(group.at, `"${name}" is not allowed in the namelist "${group.name}": ${fault}.`);
    else if (isPublic && accessIn(symbol.scope, symbol) === 'private')
      report(group.at, `"${name}" is PRIVATE, so it is not allowed in the PUBLIC namelist "${group.name}".`);
  }
}

function memberFault(scope: Scope, group: Sym, symbol: Sym): string | undefined {
  if (symbol.k === 'type' || symbol.k === 'procedure' || symbol.k === 'constant' || symbol.k === 'generic')
    return 'it is not a variable';
  if (shapeKindOf(symbol) === 'assumed-size') return 'its size is not known';
  const isLate = symbol.scope === scope && symbol.written.declared && symbol.at === group.at;
  return isLate && !maybeImplicitTypeSpec(scope, symbol.name) ? 'it is declared later' : undefined;
}

function accessIn(scope: Scope, symbol: Sym): 'public' | 'private' {
  return scope.accesses.get(symbol.name) ?? symbol.access ?? scope.defaultAccess ?? 'public';
}
