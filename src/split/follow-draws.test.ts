// Time limits while draws are followed, with a runner whose runs never finish.
import { expect, it, vi } from 'vitest';
import type { ReferenceOutcome, ReferenceRunRequest } from '../reference/crew/run-reference.ts';
import type { RunOutcome } from '../runtime/running/run-outcome.ts';
import { findDefaultCore } from '../uncertainty/core/core-spec.ts';
import { followDraws, isFarBehind } from './follow-draws.ts';

const NONE = new Uint8Array();
const REQUEST = { core: findDefaultCore('C0-Joint'), module: NONE, timeLimitMs: 4000 };
const OUTPUT = { stdout: NONE, stderr: NONE };
const MIXED = {
  passed: OUTPUT,
  held: OUTPUT,
  notices: [],
  ending: [],
  input: NONE,
  made: new Float64Array(),
  answers: new Float64Array(),
  knownAnswers: [],
};
const FIRST = { statistics: { executionTimeMs: 4000, hookCalls: 0, records: 0 } } as RunOutcome;

function stopped(code: 'time-limit' | 'cancelled') {
  return { end: { kind: 'stopped', code, message: code, exitStatus: 124 } } as ReferenceOutcome;
}

it('if no path finishes, the search for one ends at the time limit', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    let spentMs = 0;
    const runReference = async ({ timeLimitMs = 0 }: ReferenceRunRequest) => {
      spentMs += timeLimitMs;
      vi.advanceTimersByTime(timeLimitMs);
      return stopped('time-limit');
    };
    const tools = { kernels: {} as WebAssembly.Module, runReference };
    const followed = await followDraws(REQUEST, FIRST, { ...MIXED, endlessSeconds: 4 }, NONE, tools);
    expect(followed).toBe('no other path that was tried finished');
    expect(spentMs).toBe(4000);
  } finally {
    vi.useRealTimers();
  }
});

it('a comparison with other paths that is cancelled tries no further path', async () => {
  const runReference = vi.fn(async () => stopped('cancelled'));
  expect(await isFarBehind(REQUEST, { ...MIXED, endlessValues: 20_000 }, NONE, { runReference })).toBe(false);
  expect(runReference).toHaveBeenCalledTimes(1);
});
