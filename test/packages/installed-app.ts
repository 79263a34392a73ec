// An application folder with the installed tarball, as a user would have it.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inject } from 'vitest';

export const APP: string = inject('app');

/** The outcome of a command. */
export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Writes a file in the application. */
export function writeFile(path: string, text: string): string {
  const file = join(APP, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/** Runs a command in a folder. */
export function runCommand(command: string, words: readonly string[], folder: string): Ran {
  return spawnSync(command, words, { cwd: folder, encoding: 'utf8' });
}

/** Runs `npx haze …` in the application's folder. */
export function runHaze(...words: string[]): Ran {
  return runCommand('npx', ['--no-install', 'haze', ...words], APP);
}

/**
 * Starts `haze …` without waiting for it to exit, and without npx in between, so that the test can stop the command
 * itself.
 */
export function startHaze(...words: string[]) {
  return spawn(process.execPath, [binOf('haze'), ...words], { cwd: APP });
}

/** The path of the script that an installed package's command runs. */
function binOf(name: string): string {
  const folder = join(APP, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    bin: Record<string, string>;
  };
  return join(folder, bin[name]!);
}

/** Writes a script into the application and runs it, with this Node by default. */
export function runScript(text: string, { name = 'script.mjs', node = process.execPath } = {}): Ran {
  return runCommand(node, [writeFile(name, text)], APP);
}

/** Prints a distribution whose mean is 12 W. */
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
