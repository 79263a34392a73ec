// Determines the order in which program units are declared.
import type { Program } from './program/symbols/semantics.ts';
import type { ProgramUnit } from './syntax/tree/syntax-tree.ts';

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
