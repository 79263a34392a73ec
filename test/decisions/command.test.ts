// The packed command with programs that decide: modes, exit statuses, a program of two files.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

const COMMAND = fileURLToPath(new URL('../../dist/src/packed/haze.js', import.meta.url));
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'haze-decisions-'));
  const main = `#include <stdio.h>
#include <uxhw.h>
double clamp(double x);
int main(void) { printf("%lf\\n", clamp(UxHwDoubleGaussDist(0.1, 1))); }
`;
  writeFileSync(join(folder, 'main.c'), main);
  writeFileSync(join(folder, 'clamp.c'), 'double clamp(double x) {\n  return x > 0 ? x : 0;\n}\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(...words: string[]) {
  const env = { ...process.env, HAZE_CACHE_DIR: join(folder, 'cache') };
  const all = [COMMAND, 'run', 'main.c', 'clamp.c', '--human', ...words];
  return spawnSync(process.execPath, all, { cwd: folder, encoding: 'utf8', env });
}

it('C0-Joint, the default core, prints the clamped value', () => {
  const { stdout, stderr, status } = run();
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  expect(stdout).toMatch(/^0\.45\d* ± 0\.6/);
});

it('a core of the service names the file and the line, and --decisions error ends with status 3', () => {
  const onService = (...words: string[]) => run('--core', 'C0-S+', ...words);
  const told = onService();
  expect(told.stderr).toMatch(/^haze: clamp\.c:2: `x > 0` holds for 5[34](\.\d)? % of the draws/);
  expect(told.status).toBe(0);
  expect(onService('--decisions', 'error').status).toBe(3);
  expect(onService('--decisions', 'quiet').stderr).toBe('');
});

it('a mode that does not exist, and a core that does not support it, are refused with advice', () => {
  const word = run('--decisions', 'maybe');
  expect([word.status, word.stderr]).toEqual([
    2,
    expect.stringContaining('--decisions maybe: this option takes one of lanes, particle, quiet, error.'),
  ]);
  const core = run('--decisions', 'lanes', '--core', 'C0-S');
  expect(core.status).not.toBe(0);
  expect(core.stderr).toContain('Choose C0-Joint, or a core whose name ends in "+".');
});
