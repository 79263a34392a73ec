// Line-by-line differences between two strings.
import { structuredPatch } from 'diff';

export interface TextChange {
  readonly added: number;
  readonly removed: number;
  /** Lines prefixed with `+`, `-` or a space; unchanged parts of the text are omitted. */
  readonly hunks: readonly { readonly lines: readonly string[]; readonly firstLine: number }[];
}

/** Number of unchanged lines shown around a change. */
const CONTEXT = 2;
/**
 * Maximum number of changes compared. The time grows with the square of this number, so strings that exceed it count
 * as different.
 */
const MOST_CHANGES = 4000;

/** Compares two strings. @returns undefined if the strings have almost nothing in common */
export function findChanges(before: string, after: string): TextChange | undefined {
  if (before === after) return { added: 0, removed: 0, hunks: [] };
  const patch = structuredPatch('', '', before, after, '', '', {
    context: CONTEXT,
    maxEditLength: MOST_CHANGES,
  });
  if (!patch) return undefined;
  const count = (sign: string) =>
    patch.hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line.startsWith(sign)).length, 0);
  const hunks = patch.hunks.map(({ lines, newStart }) => ({
    firstLine: newStart,
    // The patch marks a last line without a line ending.
    lines: lines.filter((line) => !line.startsWith('\\')),
  }));
  return { added: count('+'), removed: count('-'), hunks };
}

/** Returns text such as `+2 −1 lines`, or `the same` if the strings are equal. Returns sentences unchanged. */
export function describeChanges(change: TextChange | string | undefined): string {
  if (typeof change === 'string') return change;
  if (!change) return 'another text';
  const { added, removed } = change;
  if (added + removed === 0) return 'the same';
  const parts = [added > 0 ? `+${added}` : '', removed > 0 ? `−${removed}` : ''];
  return `${parts.filter((part) => part !== '').join(' ')} ${added + removed === 1 ? 'line' : 'lines'}`;
}
