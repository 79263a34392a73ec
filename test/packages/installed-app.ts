// The folder in which the tarball is installed, as its user has it.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inject } from 'vitest';

export const APP: string = inject('app');

/** What a command did. */
export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Writes a file of the application. */
export function writeFile(path: string, text: string): string {
  const file = join(APP, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/** `npx haze …` in the application's folder. */
export function runHaze(...words: string[]): Ran {
  return spawnSync('npx', ['--no-install', 'haze', ...words], { cwd: APP, encoding: 'utf8' });
}

/** The same, left running. */
export function startHaze(...words: string[]) {
  return spawn(process.execPath, [join(APP, 'node_modules/haze/dist/src/node/haze.js'), ...words], {
    cwd: APP,
  });
}

/** A program of the application in Node, or in another one. */
export function runScript(text: string, { name = 'script.mjs', node = process.execPath } = {}): Ran {
  return spawnSync(node, [writeFile(name, text)], { cwd: APP, encoding: 'utf8' });
}

/** An entry of the package as the application's own configuration files import it. */
export function importEntry<Entry>(name: string): Promise<Entry> {
  const require = createRequire(join(APP, 'package.json'));
  return import(pathToFileURL(require.resolve(name)).href) as Promise<Entry>;
}

/** Distributions by their mean: 12 W. */
export const C_PROGRAM = `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  printf("power: %lf W\\n", 3 * UxHwDoubleUniformDist(3, 5));
  return 0;
}
`;

export const FORTRAN_PROGRAM = `program power
  use uxhw
  print '(f8.3)', 3 * ux_uniform(3.0d0, 5.0d0)
end program
`;
