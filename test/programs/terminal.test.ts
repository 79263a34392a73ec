// `haze run` on a terminal, using `script` from util-linux: readable values, colours, and immediate prompts.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const COMMAND = fileURLToPath(new URL('../../dist/src/packed/haze.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'haze-terminal-'));
const HAS_TERMINALS = process.platform !== 'win32';

function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return name;
}

const wordsOf = (words: readonly string[]) => [
  '-qec',
  [process.execPath, COMMAND, ...words].map((word) => `'${word}'`).join(' '),
  '/dev/null',
];
// Node disables colours if CI, NO_COLOR or NODE_DISABLE_COLORS is set, so the tests' own environment is not passed
// on.
const { PATH, HOME, TMPDIR, XDG_CACHE_HOME } = process.env;
const environment = { PATH, HOME, TMPDIR, XDG_CACHE_HOME, LANG: 'C.UTF-8', TERM: 'xterm-256color' };

/** The output of both streams, as the terminal receives it. */
function runOnTerminal(words: readonly string[], env: NodeJS.ProcessEnv = {}): string {
  const options = { cwd: folder, encoding: 'utf8', env: { ...environment, ...env } } as const;
  return spawnSync('script', wordsOf(words), options).stdout.replaceAll('\r\n', '\n');
}

const power = write(
  'power.c',
  `#include <stdio.h>
#include <uxhw.h>
int main(void) { printf("P = %lf W, n = %d\\n", UxHwDoubleGaussDist(5, 0.5), 3); return 0; }
`,
);

test.runIf(HAS_TERMINALS)(
  'values appear as mean ± deviation with their density, and a line explains this',
  () => {
    const shown = runOnTerminal(['run', power]);
    const [, value = '', rest] = shown.split('\x1b');
    expect(value).toMatch(/^\[36m5\.000000 ± 0\.5\d* [▁-█ ]+$/);
    // The explanation is a line of its own below the output, and never splits the line of a value.
    expect(shown.split('\n')[0]).toMatch(/P = .*n = 3$/);
    expect(rest).toMatch(
      /^\[39m W, n = 3\nhaze: a terminal shows mean ± standard deviation; --ux prints Ux text/,
    );
    expect(shown).not.toContain('Ux0');
  },
);

test.runIf(HAS_TERMINALS)('a message begins a line, even if the output does not end with a newline', () => {
  const open = write(
    'open.c',
    `#include <stdio.h>
#include <uxhw.h>
int main(void) { printf("%lf W", UxHwDoubleGaussDist(5, 0.5)); return 0; }
`,
  );
  expect(runOnTerminal(['run', open])).toMatch(/ W\nhaze: a terminal shows mean/);
  expect(runOnTerminal(['run', '--ux', '--stats', open])).toMatch(/ W\n\{"/);
  // Output without messages stays as it is.
  expect(runOnTerminal(['run', '--ux', open])).toMatch(/ W$/);
});

test.runIf(HAS_TERMINALS)(
  '--ux prints the same text on a terminal as to a pipe, and NO_COLOR removes colours',
  () => {
    const piped = spawnSync(process.execPath, [COMMAND, 'run', power], { cwd: folder, encoding: 'utf8' });
    expect(piped.stdout).toMatch(/^P = 5\.000000Ux[0-9A-F]+ W, n = 3\n$/);
    expect(runOnTerminal(['run', '--ux', power])).toBe(piped.stdout);
    expect(runOnTerminal(['run', '--human', power], { NO_COLOR: '1' })).toMatch(
      /^P = 5\.000000 ± 0\.5.* W, n = 3\n$/,
    );
  },
);

test('a value chosen by a decision is drawn as bars at its outcomes', () => {
  const decided = write(
    'decided.c',
    `#include <stdio.h>
#include <uxhw.h>
int main(void) { printf("%g pumps\\n", UxHwDoubleGaussDist(0, 1) > 0 ? 2.0 : 1.0); return 0; }
`,
  );
  const words = [COMMAND, 'run', '--human', '--core', 'C0-Joint', decided];
  const { stdout } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8', env: environment });
  expect(stdout).toMatch(/^1\.50 ± 0\.500 [▇█] {14}[▇█] pumps\n$/);
});

test.runIf(HAS_TERMINALS)('a prompt without a newline appears before the reply is typed', async () => {
  const ask = write(
    'ask.c',
    `#include <stdio.h>
int main(void) { int n; printf("2 numbers? "); fflush(stdout); return scanf("%d", &n) == 1 ? n : 1; }
`,
  );
  const child = spawn('script', wordsOf(['run', ask]), { cwd: folder, env: environment });
  let shown = '';
  let isAnswered = false;
  child.stdout.on('data', (bytes: Buffer) => {
    shown += bytes.toString();
    if (isAnswered || !shown.includes('2 numbers? ')) return;
    isAnswered = true;
    child.stdin.write('7\n');
  });
  const status = await new Promise((resolve) => child.once('exit', resolve));
  expect(shown).toContain('2 numbers? ');
  expect(status).toBe(7);
});
