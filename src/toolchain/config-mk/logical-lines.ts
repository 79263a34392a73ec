// Cuts a makefile into logical lines, as GNU make does outside recipes: continuations joined, comments removed.
// Reference: GNU make manual, "Splitting Long Lines" and "What Makefiles Contain".
import { skipReference } from './reference-end.ts';

export interface LogicalLine {
  readonly text: string;
  /** Number of its first physical line, from 1. */
  readonly line: number;
}

/** The logical lines of a makefile that are not blank. */
export function splitLogicalLines(text: string): LogicalLine[] {
  const physical = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const lines: LogicalLine[] = [];
  for (let at = 0; at < physical.length; at++) {
    const line = at + 1;
    let joined = physical[at]!;
    while (isContinued(joined)) {
      const next = physical[++at] ?? '';
      joined = joinContinuation(joined, next);
    }
    const content = removeComment(joined);
    if (content.trim() !== '') lines.push({ text: content, line });
  }
  return lines;
}

// The backslash, the blanks around it and the line end are one space together; of the backslashes before it, two stand
// for one.
function joinContinuation(line: string, next: string): string {
  const [, text, backslashes] = /^(.*?)(\\*)\\$/s.exec(line)!;
  const kept = backslashes!.slice(0, backslashes!.length / 2);
  return `${(text! + kept).replace(/[ \t]+$/, '')} ${next.replace(/^[ \t]+/, '')}`;
}

// An even number of backslashes stands for themselves.
function isContinued(line: string): boolean {
  const backslashes = /\\*$/.exec(line)![0].length;
  return backslashes % 2 === 1;
}

// "#" ends the line unless a backslash stands before it or it is inside a reference; of backslashes before a "#",
// two stand for one.
function removeComment(line: string): string {
  let text = '';
  let at = 0;
  while (at < line.length) {
    const char = line[at]!;
    if (char === '$') {
      const end = skipReference(line, at);
      text += line.slice(at, end);
      at = end;
      continue;
    }
    if (char === '#') {
      const backslashes = /\\*$/.exec(text)![0].length;
      text = text.slice(0, text.length - Math.ceil(backslashes / 2));
      if (backslashes % 2 === 0) return text;
    }
    text += char;
    at++;
  }
  return text;
}
