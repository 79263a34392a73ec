// Maps a program's code to source lines: a table stored with its module. The table lets a page find the lines of
// traps, decisions and sources of spread without a compiler. Only the program's own functions have lines.
import type { SourcePlace } from '../../toolchain/clang/source-place.ts';

/** Plain data. All instructions between two starts have the same locations. */
export interface LineTable {
  readonly files: readonly string[];
  /** Stacks of locations, innermost first: file index, line and column of each location. */
  readonly stacks: readonly (readonly number[])[];
  /** Offsets in the linked module, stored as differences between consecutive offsets. */
  readonly starts: readonly number[];
  /** Index of the stack at each start; -1 for code without line information. */
  readonly places: readonly number[];
}

/** Looks up the locations of instructions by their offsets in the linked module. */
export function findInTable(
  table: LineTable,
  offsets: readonly number[],
): readonly (readonly SourcePlace[])[] {
  let at = 0;
  const starts = table.starts.map((distance) => {
    at += distance;
    return at;
  });
  return offsets.map((offset) => {
    const index = starts.findLastIndex((start) => start <= offset);
    const stack = table.stacks[table.places[index] ?? -1] ?? [];
    return Array.from({ length: stack.length / 3 }, (_, i) => ({
      file: table.files[stack[3 * i]!] ?? '',
      line: stack[3 * i + 1]!,
      column: stack[3 * i + 2]!,
    }));
  });
}
