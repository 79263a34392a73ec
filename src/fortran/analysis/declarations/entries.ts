// ENTRY statements: properties that the results of a function's entries must share, and statements before an entry.

import { constantLength, constantShape } from '../../program/constants/constants.ts';
import { guarded } from '../../program/declarations/declare.ts';
import { dimensionsOf, rankOf, typeOf } from '../../program/declarations/resolve.ts';
import type { Procedure, Sym } from '../../program/symbols/semantics.ts';
import type { Position } from '../../source/diagnostics.ts';
import type { Statement } from '../../syntax/tree/syntax-tree.ts';
import { mentions } from '../../syntax/tree/walk-statements.ts';

/** Reports faults in the entries of a procedure. */
export function checkEntries(procedure: Procedure): void {
  if (procedure.entries.length === 0) return;
  const { scope } = procedure;
  const report = (at: Position, message: string): void => scope.program.diagnostics.error(at, message);
  for (const entry of procedure.entries) {
    if (procedure.elemental && entry.bindC)
      report(entry.at, `The entry "${entry.name}" cannot have BIND(C): "${procedure.name}" is ELEMENTAL.`);
    guarded(scope, () => {
      const fault = procedure.result && entry.result && resultFault(procedure.result, entry.result);
      if (fault)
        report(
          entry.at,
          `The results of "${procedure.name}" and its entry "${entry.name}" differ: ${fault}.`,
        );
    });
  }
  reportEarlyDummies(procedure, report);
}

function resultFault(a: Sym, b: Sym): string | undefined {
  if (a === b || a.k === 'procedure' || b.k === 'procedure') return undefined;
  if (a.pointer !== b.pointer || a.allocatable !== b.allocatable)
    return 'they differ in the attribute POINTER or ALLOCATABLE';
  if (rankOf(a) !== rankOf(b)) return 'they have different ranks';
  const [own, other] = [constantShape(dimensionsOf(a) ?? []), constantShape(dimensionsOf(b) ?? [])];
  if (!own !== !other || (own && other && own.some((n, i) => n !== other[i])))
    return 'they have different shapes';
  const [left, right] = [typeOf(a), typeOf(b)];
  if ((left.base === 'character') !== (right.base === 'character'))
    return 'only one of them is of type CHARACTER';
  const lengths = [constantLength(left), constantLength(right)];
  return lengths.every((n) => n !== undefined) && lengths[0] !== lengths[1]
    ? 'they have different lengths'
    : undefined;
}

// A dummy of an ENTRY has no value before that statement.
function reportEarlyDummies(procedure: Procedure, report: (at: Position, message: string) => void): void {
  const seen = new Set(procedure.dummies);
  const body = procedure.unit?.body ?? [];
  for (const [i, s] of body.entries()) {
    if (s.k !== 'entry') continue;
    const entry = procedure.entries.find((e) => e.name === s.heading.name);
    for (const dummy of entry?.dummies ?? []) {
      if (!dummy || seen.has(dummy)) continue;
      seen.add(dummy);
      const early = body.slice(0, i).find((before) => isExecutable(before) && mentions(before, dummy.name));
      if (early)
        report(
          early.at,
          `"${dummy.name}" is an argument of the entry "${s.heading.name}" and cannot be used before the ENTRY statement.`,
        );
    }
  }
}

function isExecutable(s: Statement): boolean {
  return s.k !== 'format' && s.k !== 'data' && s.k !== 'entry' && !isStatementFunction(s);
}

function isStatementFunction(s: Statement): boolean {
  return s.k === 'assignment' && s.target.k === 'ref' && s.target.parts[0]!.lists.length > 0;
}
