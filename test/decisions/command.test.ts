// Runs the packed command on programs that make decisions: modes, exit statuses, and a program of two files.
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
  writeFileSync(join(folder, 'clamp.c'), 'double clamp(double x) {\n  { return x > 0 ? x : 0; }\n}\n');
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

it('a service core reports the file and line of a decision, and --decisions error exits with status 3', () => {
  const onService = (...words: string[]) => run('--core', 'C0-S+', ...words);
  const told = onService();
  expect(told.stderr).toMatch(/^haze: clamp\.c:2: `x > 0` holds for 5[34](\.\d)? % of the draws/);
  expect(told.status).toBe(0);
  expect(onService('--decisions', 'error').status).toBe(3);
  expect(onService('--decisions', 'quiet').stderr).toBe('');
});

it('a nonexistent mode, and a core that does not support a mode, are rejected with advice', () => {
  const word = run('--decisions', 'maybe');
  expect([word.status, word.stderr]).toEqual([
    2,
    expect.stringContaining('--decisions maybe: this option takes one of lanes, particle, quiet, error.'),
  ]);
  const core = run('--decisions', 'lanes', '--core', 'C0-S');
  expect(core.status).not.toBe(0);
  expect(core.stderr).toContain('Choose C0-Joint, or a core whose name ends in "+".');
});

it('query results for followed draws are shown with errors, and other numbers without errors', () => {
  const text = `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleGaussDist(10, 1), y = 0;
  int steps = 0;
  while (x > 8.5 && steps < 5) { y += x; x -= 0.5; steps++; }
  printf("high %lf\\n", UxHwDoubleQuantile(y, 0.975));
  printf("share %lf, half %lf\\n", UxHwDoubleProbabilityGT(y, 40), 0.5);
  printf("none %lf\\n", UxHwDoubleProbabilityGT(y, 1000));
}
`;
  writeFileSync(join(folder, 'steps.c'), text);
  const { stdout } = spawnSync(process.execPath, [COMMAND, 'run', 'steps.c', '--human'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, HAZE_CACHE_DIR: join(folder, 'cache') },
  });
  const lines = stdout.trimEnd().split('\n');
  // y > 40 when x > 10.5, which has probability 0.30854; 5x − 5 is 54.8 at 97.5 %.
  expect(lines[0]).toMatch(/^high 54\.8\d* ± 0\.\d+$/);
  expect(lines[1]).toMatch(/^share 0\.308\d* ± 0\.00\d+, half 0\.500000$/);
  expect(lines[2]).toBe('none 0.000000, below 0.00073 with 95 %');
});
