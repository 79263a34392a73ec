// Fixes suggested by the compiler: a message's own fix, and the alternatives in its notes.
import type { Diagnostic, FixIt } from '../service/service-records.ts';

/** All fixes for a diagnostic. A single fix may replace text at several locations. */
export function collectFixes({ fixIts, notes }: Diagnostic): readonly (readonly FixIt[])[] {
  return [fixIts, ...notes.map((note) => note.fixIts)].filter((fix) => fix.length > 0);
}

/** Text of the button that applies the fix. */
export function describeFix(fix: readonly FixIt[]): string {
  const [first] = fix;
  if (!first) return 'Apply fix';
  const more = fix.length > 1 ? ` and ${fix.length - 1} more` : '';
  const text = first.text.trim();
  const isInsertion = first.startLine === first.endLine && first.startColumn === first.endColumn;
  if (text === '') return `Fix: remove${more}`;
  return `Fix: ${isInsertion ? 'insert' : 'replace with'} “${text}”${more}`;
}

/** The file that a fix changes; undefined if it changes several files. */
export function fileOfFix(fix: readonly FixIt[]): string | undefined {
  const files = new Set(fix.map(({ file }) => file));
  return files.size === 1 ? fix[0]!.file : undefined;
}
