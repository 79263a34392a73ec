// `haze run --watch` while a user is editing the program.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';
import { scaleLimit } from '../../scripts/tests/slowness.ts';

const COMMAND = fileURLToPath(new URL('../../dist/src/packed/haze.js', import.meta.url));
/** Much longer than any step takes. */
const PATIENCE = { timeout: scaleLimit(100_000), interval: 50 };

const folder = mkdtempSync(join(tmpdir(), 'haze-watch-'));
let child: ChildProcess | undefined;

afterEach(() => {
  child?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

const program = (statement: string) =>
  `#include <stdio.h>\n#include "value.h"\nint main(void) { ${statement} return 3; }\n`;

test('every edit is built and run, errors are reported, endless programs are stopped, and Ctrl-C ends everything', async () => {
  write('value.h', '#define VALUE 1\n');
  write('main.c', program('printf("value %d\\n", VALUE);'));
  child = spawn(process.execPath, [COMMAND, 'run', '--watch', 'main.c'], { cwd: folder });
  const told = { out: '', err: '' };
  child.stdout?.on('data', (text) => {
    told.out += text;
  });
  child.stderr?.on('data', (text) => {
    told.err += text;
  });
  const out = (text: string) => vi.waitFor(() => expect(told.out).toContain(text), PATIENCE);
  const err = (text: string) => vi.waitFor(() => expect(told.err).toContain(text), PATIENCE);

  await out('value 1\n');
  await err('haze: ended with status 3; waiting for a change (Ctrl-C to stop)\n');
  write('value.h', '#define VALUE 2\n');
  await err('haze: value.h changed\n');
  await out('value 2\n');

  // Some editors replace the file with a new one.
  write('main.c.new', program('this does not compile;'));
  renameSync(join(folder, 'main.c.new'), join(folder, 'main.c'));
  await err('error: ');
  await err('haze: not built; waiting for a change (Ctrl-C to stop)\n');

  write('main.c', program('puts("endless"); fflush(stdout); for (;;) {}'));
  await out('endless\n');
  write('main.c', program('printf("value %d again\\n", VALUE);'));
  await out('value 2 again\n');

  child.kill('SIGINT');
  const [status] = await once(child, 'exit');
  expect(status).toBe(130);
  expect(told.err).not.toMatch(/\bat .*\.js:/);
});

test('files that are missing at the start cause a command line error', async () => {
  child = spawn(process.execPath, [COMMAND, 'run', '--watch', 'missing.c'], { cwd: tmpdir() });
  const [status] = await once(child, 'exit');
  expect(status).toBe(2);
});
