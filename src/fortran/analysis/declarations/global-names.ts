// Global names: program units, external procedures, COMMON blocks and binding labels. A program must not use one of
// these names for two definitions.

import type { Procedure, Program, Scope } from '../../program/symbols/semantics.ts';
import type { Position } from '../../source/diagnostics.ts';

interface Entity {
  kind: 'variable' | 'function' | 'subroutine' | 'module' | 'COMMON block' | 'main program' | 'BLOCK DATA';
  name: string;
  at: Position;
  defined: boolean;
}

/**
 * Reports global names that two entities in the program share; `scopes` are the program's units other than external
 * procedures.
 */
export function checkGlobalNames(program: Program, scopes: readonly Scope[]): void {
  const labels = new Map<string, Entity[]>();
  const note = (label: string, entity: Entity): void => {
    const known = labels.get(label);
    if (known) known.push(entity);
    else labels.set(label, [entity]);
  };
  const noteProcedure = (procedure: Procedure): void => {
    for (const p of [procedure, ...procedure.entries]) {
      const { name, at } = p;
      const kind = p.isFunction ? 'function' : 'subroutine';
      if (!p.bindC && p.place === 'external' && procedure.unit) note(name, { kind, name, at, defined: true });
      if (p.bindC && p.bindName)
        note(p.bindName, { kind, name, at, defined: procedure.place !== 'interface' });
    }
  };
  const noteCommons = (scope: Scope): void => {
    for (const [name, [first]] of scope.commons)
      if (first && name !== '')
        note(scope.commonBinds.get(name) || name, {
          kind: 'COMMON block',
          name,
          at: first.at,
          defined: true,
        });
    for (const { scope: inner } of scope.children) noteCommons(inner);
  };
  for (const scope of scopes) {
    const { k, at } = scope.unit!;
    const kind = UNITS[k];
    if (kind && (scope.name !== '' || k === 'block-data'))
      note(scope.name, { kind, name: scope.name, at, defined: true });
    if (scope.k === 'module') noteScope(scope, note, noteProcedure);
    noteCommons(scope);
  }
  for (const procedure of new Set(program.externals.values())) {
    if (procedure.entryOf) continue;
    noteProcedure(procedure);
    noteCommons(procedure.scope);
  }
  for (const [label, entities] of labels) reportClash(program, label, entities);
}

const UNITS: Readonly<Record<string, Entity['kind']>> = {
  program: 'main program',
  module: 'module',
  'block-data': 'BLOCK DATA',
};

function noteScope(
  scope: Scope,
  note: (label: string, entity: Entity) => void,
  noteProcedure: (procedure: Procedure) => void,
): void {
  for (const symbol of scope.symbols.values()) {
    if (symbol.scope !== scope) continue;
    const procedure = symbol.k === 'procedure' && !symbol.pointer ? symbol.procedure : undefined;
    if (procedure && !procedure.entryOf && !symbol.has('abstract')) noteProcedure(procedure);
    else if (symbol.bindName && symbol.k !== 'procedure')
      note(symbol.bindName, { kind: 'variable', name: symbol.name, at: symbol.at, defined: true });
  }
}

// Reports entities that have the same binding label, unless one of them is an interface of the other.
function reportClash(program: Program, label: string, entities: readonly Entity[]): void {
  const definition = entities.find((e) => e.defined) ?? entities[0]!;
  for (const entity of entities) {
    if (entity === definition || entity.at === definition.at) continue;
    if (entity.kind === 'BLOCK DATA' && label === '') {
      program.diagnostics.error(entity.at, 'A program can have only one unnamed BLOCK DATA.');
      continue;
    }
    const isSame = entity.kind === definition.kind && entity.kind !== 'BLOCK DATA';
    if (isSame && (!entity.defined || entity.name === definition.name)) continue;
    for (const one of [entity, definition]) {
      const other = one === entity ? definition : entity;
      program.diagnostics.error(
        one.at,
        `The global name "${label}" is shared by the ${one.kind} "${one.name}" and the ${other.kind} "${other.name}".`,
      );
    }
  }
}
