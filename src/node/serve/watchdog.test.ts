import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { distUrl } from '../dist-url.ts';

const LIMITS = { warnMs: 250, endMs: 750 };

/** Runs a watched program, and returns its stderr, exit status and signal. */
async function run(program: string): Promise<[string, number | null, string | null]> {
  const start = `import { startWatchdog } from '${distUrl('src/node/serve/watchdog.js').href}';
    const watchdog = startWatchdog(${JSON.stringify(LIMITS)});`;
  const words = ['--input-type=module', '--eval', start + program];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'pipe'] });
  const [said, [status, signal]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return [said, status, signal];
}

test('a blocked thread is reported with its current requests, and the process is killed', async () => {
  const [said, status, signal] = await run(`
    watchdog.begin('GET /done')();
    watchdog.begin('POST /builds/{ID}/tasks (id 7)');
    setTimeout(() => { for (;;); }, 500);`);
  expect([status, signal]).toEqual([null, 'SIGKILL']);
  expect(said).toMatch(
    /the main thread was blocked for [\d.]+ s; under way: POST \/builds\/\{ID\}\/tasks \(id 7\)\n/,
  );
  expect(said).toContain('it is still blocked: the process exits, to be restarted');
  expect(said).not.toContain('/done');
});

test('a blocked thread is reported with its running jobs, and a process that cannot handle SIGTERM is killed', async () => {
  const [said, , signal] = await run(`
    process.on('SIGTERM', () => console.error('heard'));
    const job = { what: 'started', kind: 'task', waitedMs: 0, isRestart: false };
    watchdog.hear({ ...job, id: 'tsk_1' });
    watchdog.hear({ ...job, id: 'tsk_2' });
    watchdog.hear({ what: 'ended', kind: 'task', id: 'tsk_1', status: 'Completed', ranMs: 1 });
    setTimeout(() => { process.kill(process.pid, 'SIGTERM'); for (;;); }, 500);`);
  expect(said).toMatch(/^error haze: the main thread was blocked for [\d.]+ s; under way: task tsk_2\n/);
  expect([said.includes('heard'), signal]).toEqual([false, 'SIGKILL']);
});

test('a watched process exits on its own when it has nothing to do', async () => {
  expect(await run("setTimeout(() => watchdog.begin('x')(), 300);")).toEqual(['', 0, null]);
});
