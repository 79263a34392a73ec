import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { getPriority } from 'node:os';
import { afterEach, expect, test, vi } from 'vitest';
import { LONG_TASK, setNiceness, USUAL } from './priorities.ts';

afterEach(() => vi.restoreAllMocks());

/** Priority of an idle process after `setNiceness`. */
async function lowered(): Promise<number> {
  const idle = spawn('sleep', ['60']);
  await once(idle, 'spawn');
  try {
    await setNiceness(idle.pid!, LONG_TASK);
    return getPriority(idle.pid!);
  } finally {
    idle.kill('SIGKILL');
  }
}

test('a server that cannot restore a priority never lowers one', async () => {
  vi.spyOn(process, 'getuid').mockReturnValue(1000);
  expect(await lowered()).toBe(USUAL);
});

test.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
  'root on Linux lowers the priority of a task process',
  async () => expect(await lowered()).toBe(LONG_TASK),
);
