// Lines of a project's files that contain a text.
import type { Project } from './project.ts';

export interface FoundLine {
  readonly path: string;
  /** Line from 1; columns count from 1, too. */
  readonly line: number;
  readonly column: number;
  /** Text of the line, without leading blanks. */
  readonly text: string;
}

/** Limit of the listed lines. */
export const MOST_FOUND = 500;
const LONGEST_LINE = 160;

/** Lines with a text, by file; each line once. */
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
