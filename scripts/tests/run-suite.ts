// Runs one test suite in its own process. A suite has no time limit: the runner kills it if no test and no hook has
// started or finished for `stallMs`, and names the stalled tests.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { findProjectRoot } from '../project-root.ts';
import { SuiteReport, type SuiteUse } from './suite-report.ts';
import type { TestEvent } from './test-events.ts';

export interface SuiteRequest {
  readonly name: string;
  /** Arguments for Vitest: project names and files. */
  readonly words: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly stallMs: number;
}

/** Runs a suite to completion. Ctrl-C and SIGTERM kill the suite and all processes that it has started. */
export async function runSuite({ name, words, env, stallMs }: SuiteRequest): Promise<SuiteReport> {
  const root = findProjectRoot();
  const report = new SuiteReport();
  const readUse = startClock();
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const reporters = ['--reporter=default', `--reporter=${join(root, 'test/report-events.ts')}`];
  const child = spawn(process.execPath, [vitest, 'run', ...words, ...reporters], {
    cwd: root,
    env,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // Uses a separate process group, so that browsers and servers started by the tests are killed along with the
    // suite.
    detached: true,
  });
  const end = () => process.kill(-child.pid!, 'SIGKILL');
  let isStalled = false;
  const watch = watchStall(stallMs, () => {
    isStalled = true;
    const minutes = Math.round(stallMs / 60_000);
    const standing = report.listRunning().join('; ') || 'no test';
    report.failures.push(
      `failed: the suite "${name}" stalled: nothing started or ended for ${minutes} minutes. Running: ${standing}`,
    );
    end();
  });
  child.on('message', (event: TestEvent) => {
    report.add(event);
    watch.move();
  });
  const leave = () => {
    end();
    process.exit(1);
  };
  process.once('SIGINT', leave).once('SIGTERM', leave);
  const [status] = (await once(child, 'close')) as [number | null];
  watch.stop();
  process.off('SIGINT', leave).off('SIGTERM', leave);
  if (!isStalled) report.addEnd(status, name);
  report.use = readUse();
  return report;
}

/** Starts measuring elapsed time and the fraction of it during which the machine's processors were busy. */
function startClock(): () => SuiteUse {
  const read = () => {
    const times = cpus().flatMap((cpu) => Object.entries(cpu.times));
    const sum = (some: typeof times) => some.reduce((total, [, ms]) => total + ms, 0);
    return { atMs: performance.now(), all: sum(times), idle: sum(times.filter(([kind]) => kind === 'idle')) };
  };
  const before = read();
  return () => {
    const now = read();
    return {
      minutes: (now.atMs - before.atMs) / 60_000,
      busyShare: 1 - (now.idle - before.idle) / (now.all - before.all),
    };
  };
}

function watchStall(stallMs: number, onStall: () => void): { move(): void; stop(): void } {
  let timer = setTimeout(onStall, stallMs);
  return {
    move: () => {
      clearTimeout(timer);
      timer = setTimeout(onStall, stallMs);
    },
    stop: () => clearTimeout(timer),
  };
}
