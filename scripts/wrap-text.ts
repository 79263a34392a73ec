// Code shared by the scripts that wrap text: the width, and a function that checks files or rewrites them.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Maximum line width in characters. */
export const WIDTH = 120;

/**
 * Wraps a file with --write (`npm run format`); otherwise reports the first line that is too wide, and fails the
 * check.
 * @param what part of the file that contains the line, for the message
 */
export function wrapOrReport(root: string, path: string, what: string, wrap: (text: string) => string): void {
  const text = readFileSync(join(root, path), 'utf8');
  const wrapped = wrap(text);
  if (wrapped === text) return;
  if (process.argv.includes('--write')) {
    writeFileSync(join(root, path), wrapped);
    return;
  }
  const after = wrapped.split('\n');
  const line = text.split('\n').findIndex((other, i) => other !== after[i]) + 1;
  console.error(
    `${path}:${line}: ${what} has lines longer than ${WIDTH} characters. npm run format wraps it.`,
  );
  process.exitCode = 1;
}
