// C++ exceptions: every program in programs/ must print the output that the C++ standard requires, as listed in its
// opening comments.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildProgram, loadExceptionRuntime, runProgram } from './exception-toolchain.ts';
import { readProgram } from './program-file.ts';

const names = readdirSync(fileURLToPath(new URL('programs/', import.meta.url)))
  .filter((name) => name.endsWith('.cpp'))
  .sort();

// The code that differs most between optimisation levels, with landing pads in every position and locals in memory.
// Includes only lightweight headers.
const alsoUnoptimised = ['unwinding.cpp', 'rethrow.cpp', 'control-flow.cpp', 'setjmp.cpp', 'endings.cpp'];

let runtime: Uint8Array;
beforeAll(async () => {
  runtime = await loadExceptionRuntime();
});

async function expectAsWritten(name: string, flags: string[]): Promise<void> {
  const program = readProgram(name);
  expect(program.runs.length).toBeGreaterThan(0);
  const module = await buildProgram(program.sources, runtime, flags);
  for (const { args, ...expected } of program.runs) {
    const outcome = runProgram(module, args);
    const stdout = outcome.stdout.replaceAll(/ +$/gm, '');
    expect({ args, ...outcome, stdout }).toEqual({ args, ...expected, trap: undefined });
  }
}

describe('a program prints the output required by the standard', () => {
  test.each(names)('%s', (name) => expectAsWritten(name, ['-O2']));
  test.each(alsoUnoptimised)('%s without optimisation', (name) => expectAsWritten(name, ['-O0']));
});

describe('programs that do not throw', () => {
  const hello = new Map([['hello.cpp', '#include <cstdio>\nint main() { std::puts("hello"); }\n']]);

  test('programs that do not throw contain no part of the exception runtime except its entry point', async () => {
    const module = await buildProgram(hello, runtime);
    const text = Buffer.from(module).toString('latin1');
    for (const name of ['__cxa_throw', '_Unwind_CallPersonality', '_ZSt9terminatev'])
      expect(text).not.toContain(name);
  });

  test('programs that do not throw exit with the status returned by main', async () => {
    const failing = new Map([['five.cpp', 'int main() { return 5; }\n']]);
    const module = await buildProgram(failing, runtime);
    expect(runProgram(module, [])).toEqual({ stdout: '', stderr: '', status: 5, trap: undefined });
  });
});
