// Names visible to C: two definitions in a program cannot share a name.

import type { Procedure, Program, Scope } from '../../program/symbols/semantics.ts';
import type { Position } from '../../source/diagnostics.ts';

interface Entity {
  kind: 'variable' | 'function' | 'subroutine' | 'module' | 'COMMON block';
  name: string;
  at: Position;
  defined: boolean;
}

/** Reports binding labels that two entities of the program share. */
export function checkBindingLabels(program: Program): void {
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
      if (!p.bindC && p.place === 'external' && p.unit) note(name, { kind, name, at, defined: true });
      if (p.bindC && p.bindName)
        note(p.bindName, { kind, name, at, defined: procedure.place !== 'interface' });
    }
  };
  for (const [name, scope] of program.modules)
    if (scope.unit) note(name, { kind: 'module', name, at: scope.unit.at, defined: true });
  for (const scope of program.modules.values()) if (scope.unit) noteScope(scope, note, noteProcedure);
  for (const procedure of new Set(program.externals.values()))
    if (!procedure.entryOf) noteProcedure(procedure);
  for (const [label, entities] of labels) reportClash(program, label, entities);
}

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

// Reports entities with the same binding label, unless one is an interface of the other.
function reportClash(program: Program, label: string, entities: readonly Entity[]): void {
  const definition = entities.find((e) => e.defined) ?? entities[0]!;
  for (const entity of entities) {
    if (entity === definition || entity.at === definition.at) continue;
    if (entity.kind === definition.kind && (!entity.defined || entity.name === definition.name)) continue;
    for (const one of [entity, definition]) {
      const other = one === entity ? definition : entity;
      program.diagnostics.error(
        one.at,
        `The binding label "${label}" is shared by the ${one.kind} "${one.name}" and the ${other.kind} "${other.name}".`,
      );
    }
  }
}
