// Reads a test program, whose expected output is in its first comments:
//   //> a line of stdout      //! a line of stderr      // status: N      // also: another source file
//   // run: ARGUMENT          begins another run
// Lines before the first `run` describe a run without arguments, which is omitted if it has no expected stdout.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A run of a program, with its expected output. */
export interface ExpectedRun {
  readonly args: readonly string[];
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number;
}

/** A test program with its sources, the first of which is the program itself, and its expected runs. */
export interface TestProgram {
  readonly sources: ReadonlyMap<string, string>;
  readonly runs: readonly ExpectedRun[];
}

interface OpenRun {
  args: string[];
  stdout: string;
  stderr: string;
  status: number;
}

const programFolder = fileURLToPath(new URL('programs/', import.meta.url));

/** Reads `name` in programs/ and the files that it refers to. */
export function readProgram(name: string): TestProgram {
  const source = readFileSync(programFolder + name, 'utf8');
  const sources = new Map([[name, source]]);
  const runs: OpenRun[] = [{ args: [], stdout: '', stderr: '', status: 0 }];
  for (const line of source.split('\n')) {
    if (!line.startsWith('//')) break;
    const run = runs.at(-1)!;
    const [, name, value] = /^\/\/ (run|status|also): (.*)$/.exec(line) ?? [];
    if (line.startsWith('//>')) run.stdout += `${line.slice(4)}\n`;
    else if (line.startsWith('//!')) run.stderr += `${line.slice(4)}\n`;
    else if (name === 'run') runs.push({ args: [value!], stdout: '', stderr: '', status: 0 });
    else if (name === 'status') run.status = Number(value);
    else if (name === 'also') sources.set(value!, readFileSync(programFolder + value!, 'utf8'));
  }
  return { sources, runs: runs.filter((run, i) => i > 0 || run.stdout !== '' || runs.length === 1) };
}
