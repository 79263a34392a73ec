// Finds lines that contain a given string in a project's files.
import type { Project } from './project.ts';

export interface FoundLine {
  readonly path: string;
  /** 1-based line number; columns are 1-based, too. */
  readonly line: number;
  readonly column: number;
  /** The line's text without leading spaces. */
  readonly text: string;
}

/** Maximum number of lines listed. */
export const MOST_FOUND = 500;
const LONGEST_LINE = 160;

/** Lines that contain the string, by file; each line is listed once. */
export function findInFiles(
  project: Pick<Project, 'files' | 'maybeText'>,
  wanted: string,
  { isExact }: { readonly isExact: boolean },
): FoundLine[] {
  const spell = (text: string) => (isExact ? text : text.toLowerCase());
  const found: FoundLine[] = [];
  if (wanted === '') return found;
  for (const path of [...project.files.keys()].sort()) {
    const text = project.maybeText(path);
    if (text === undefined || !spell(text).includes(spell(wanted))) continue;
    for (const [index, line] of text.split('\n').entries()) {
      const at = spell(line).indexOf(spell(wanted));
      if (at < 0) continue;
      found.push({ path, line: index + 1, column: at + 1, text: line.trim().slice(0, LONGEST_LINE) });
      if (found.length === MOST_FOUND) return found;
    }
  }
  return found;
}
