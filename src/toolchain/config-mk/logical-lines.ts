// Splits a makefile into logical lines, as GNU make does outside recipes: continuations are joined, comments removed.
// Reference: GNU make manual, "Splitting Long Lines" and "What Makefiles Contain".
import { skipReference } from './reference-end.ts';

export interface LogicalLine {
  readonly text: string;
  /** 1-based number of the first physical line. */
  readonly line: number;
}

/** Logical lines of a makefile, except blank lines. */
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

// The backslash, the white space around it and the line break become one space. Two backslashes before it become one.
function joinContinuation(line: string, next: string): string {
  const escaped = Math.ceil(backslashesBefore(line, line.length) / 2);
  return `${line.slice(0, line.length - escaped).replace(/(?<![ \t])[ \t]+$/, '')} ${next.replace(/^[ \t]+/, '')}`;
}

// An even number of backslashes does not continue the line.
function isContinued(line: string): boolean {
  return backslashesBefore(line, line.length) % 2 === 1;
}

function backslashesBefore(line: string, end: number): number {
  let start = end;
  while (line[start - 1] === '\\') start--;
  return end - start;
}

// "#" starts a comment, except after a backslash or inside a reference. Two backslashes before a "#" become one.
function removeComment(line: string): string {
  let text = '';
  let from = 0;
  let at = 0;
  while (at < line.length) {
    const char = line[at]!;
    if (char === '$') {
      at = skipReference(line, at);
      continue;
    }
    if (char === '#') {
      const backslashes = backslashesBefore(line, at);
      text += line.slice(from, at - Math.ceil(backslashes / 2));
      if (backslashes % 2 === 0) return text;
      from = at;
    }
    at++;
  }
  return text + line.slice(from);
}
