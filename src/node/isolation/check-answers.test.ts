import { expect, test } from 'vitest';
import type { ReferenceRequest } from '../../reference/program/reference-messages.ts';
import type { StartMessage } from '../../runtime/running/run-messages.ts';
import { findDefaultCore } from '../../uncertainty/core/core-spec.ts';
import { AnswerCheck, Breach } from './check-answers.ts';

const PROGRAM = {
  module: new Uint8Array(0),
  kernels: {} as WebAssembly.Module,
  core: findDefaultCore('C0-XS')!,
  arguments: [],
  files: new Map([['given.txt', new Uint8Array(3)]]),
  stdin: new Uint8Array(0),
  seed: 1n,
  outputLimitBytes: 1000,
};
const START: StartMessage = { ...PROGRAM, kind: 'start' };
const REFERENCE: ReferenceRequest = { ...PROGRAM, kind: 'reference', watched: [] };
const EXITED = { kind: 'exited', exitStatus: 0 };
const END = {
  kind: 'end',
  end: EXITED,
  statistics: { executionTimeMs: 0.5, hookCalls: 1000, records: 10 },
  files: new Map([['folder/new.txt', new Uint8Array(2)]]),
  removedFiles: ['given.txt'],
  missedFiles: ['absent.txt'],
};
/** Two runs: one place has a value in both runs, the other place only in the second run. */
const BLOCK = {
  newPlaces: [0, 1].map((order) => ({
    kind: 'Printed',
    first: 1,
    second: order,
    occurrence: 0,
    run: 0,
    order,
  })),
  earlierPlaces: [],
  counts: Int32Array.of(0, 2, 1, 1),
  values: Float64Array.of(1, 2, 3),
  runs: Uint32Array.of(1),
  sequences: Uint32Array.of(5, 6),
  dropped: 0,
};
const RUNS = { kind: 'block', first: 0, count: 2, failed: [], calls: 4, longestMs: 0.1, isLast: true };

function sent(...messages: readonly (StartMessage | ReferenceRequest)[]) {
  const check = new AnswerCheck();
  for (const message of messages) check.send(message);
  return (message: unknown) => check.take({ kind: 'message', message });
}

function begun(...messages: readonly (StartMessage | ReferenceRequest)[]) {
  const answer = sent(...messages);
  answer({ kind: messages[0]!.kind === 'start' ? 'started' : 'ready' });
  return answer;
}

test('a second message about the end of a run is rejected', () => {
  const answer = begun(START);
  expect(answer(END)).toBe(END);
  expect(() => answer(END)).toThrow(Breach);
});

test('impossible statistics, such as a run time longer than the server has waited, are rejected', () => {
  for (const statistics of [
    { ...END.statistics, executionTimeMs: 1e6 },
    { ...END.statistics, executionTimeMs: Number.NaN },
    { ...END.statistics, executionTimeMs: -1 },
    { ...END.statistics, hookCalls: 1e308 },
    { ...END.statistics, hookCalls: 0.5 },
    { ...END.statistics, records: Number.POSITIVE_INFINITY },
  ]) {
    expect(() => begun(START)({ ...END, statistics }), JSON.stringify(statistics)).toThrow(Breach);
  }
});

test('files that no program could have written are rejected', () => {
  for (const path of ['', '/x', '../x', 'x/../y', 'x//y', './x', 'x\0', 'x'.repeat(5000)]) {
    expect(() => begun(START)({ ...END, files: new Map([[path, new Uint8Array(1)]]) }), path).toThrow(Breach);
  }
  const large = new Map([['x', new Uint8Array(PROGRAM.core.MemorySize + 4)]]);
  expect(() => begun(START)({ ...END, files: large })).toThrow(Breach);
  expect(() => begun(START)({ ...END, removedFiles: ['other.txt'] })).toThrow(Breach);
});

test('names inherited from Object.prototype are rejected as message kinds and as fields', () => {
  for (const kind of ['toString', 'constructor', '__proto__', 'wake', 'ready', 'block', undefined, null, 7]) {
    expect(() => sent(START)({ kind }), String(kind)).toThrow(Breach);
  }
  expect(() => sent(START)(undefined)).toThrow(Breach);
  expect(() => begun(START)({ ...END, toString: 1 })).toThrow(Breach);
  expect(() => begun(START)({ ...END, trace: undefined, sources: { sources: [], leftOut: 0 } })).toThrow(
    Breach,
  );
});

test('the server counts output, and rejects output beyond the limit with the limit message', () => {
  const check = new AnswerCheck();
  check.send(START);
  const output = (length: number) =>
    check.take({ kind: 'output', stream: 'stdout', bytes: new Uint8Array(length) });
  output(1000);
  // The runtime may add its own messages after the limit.
  output(65_536);
  expect(() => output(1)).toThrow(/^output limit of .* reached on stdout/);
});

test('blocks that are not for the requested runs or have inconsistent numbers are rejected', () => {
  const asked = { kind: 'runs', first: 0, count: 2 } as const;
  const first = { kind: 'first', end: EXITED, files: new Map(), removedFiles: [], read: new Uint8Array(0) };
  const answer = begun(REFERENCE, asked);
  answer(first);
  expect(() => answer(first)).toThrow(Breach);
  expect(answer({ ...RUNS, block: BLOCK })).toMatchObject({ count: 2 });
  expect(() => answer({ ...RUNS, block: BLOCK })).toThrow(Breach);
  for (const change of [
    { first: 1 },
    { count: 0 },
    { count: 3 },
    { isLast: false },
    { calls: 1e15 },
    { longestMs: 1e9 },
    { failed: [{ run: 7, end: EXITED }] },
  ]) {
    const lie = { ...RUNS, block: BLOCK, ...change };
    expect(() => begun(REFERENCE, asked)(lie), JSON.stringify(change)).toThrow(Breach);
  }
  for (const change of [
    { counts: Int32Array.of(0, 2, 1, 2 ** 31 - 1) },
    { counts: Int32Array.of(0, 2, 7, 1) },
    { counts: Int32Array.of(0, 2, -1, 1) },
    { counts: Int32Array.of(0, 2, 1) },
    { values: new Float64Array(2) },
    { runs: Uint32Array.of(2) },
    { sequences: new Uint32Array(1) },
    { newPlaces: [{ ...BLOCK.newPlaces[0], kind: 'Traced' }, BLOCK.newPlaces[1]] },
    { earlierPlaces: [{ index: 2, run: 0, order: 0 }] },
  ]) {
    const lie = { ...RUNS, block: { ...BLOCK, ...change } };
    expect(() => begun(REFERENCE, asked)(lie), JSON.stringify(change)).toThrow(Breach);
  }
});

test('groups with lanes that the core does not have, or that have already left, are rejected', () => {
  const made = new Float64Array();
  const lanes = { laneCount: 4, firstPoints: 'lattice', made, firstAnswers: made, answers: [] } as const;
  const start = { ...REFERENCE, lanes: { ...lanes, areGrouped: true } };
  const asked = { kind: 'group', first: 1, count: 2 } as const;
  const group = { ...RUNS, first: 1, block: BLOCK, lanes: Uint32Array.of(3, 0), words: [] };
  expect(begun(start, asked)(group)).toMatchObject({ count: 2 });
  const none = { newPlaces: [], earlierPlaces: [], counts: new Int32Array(), values: made, dropped: 0 };
  const empty = { ...none, runs: new Uint32Array(), sequences: new Uint32Array() };
  const over = { ...group, count: 0, block: empty, lanes: new Uint32Array(), rest: Uint32Array.of(1, 2) };
  expect(begun(start, asked)(over)).toMatchObject({ count: 0 });
  for (const lie of [
    { ...group, lanes: Uint32Array.of(3, 4) },
    { ...group, lanes: Uint32Array.of(3) },
    { ...group, rest: new Uint32Array() },
    { ...over, rest: Uint32Array.of(1) },
    { ...over, rest: Uint32Array.of(1, 4) },
    { ...over, rest: undefined },
  ])
    expect(() => begun(start, asked)(lie)).toThrow(Breach);
});

test('malformed decisions, and more input than the program received, are rejected', () => {
  const start = { ...START, followsDraws: true, stdin: new Uint8Array(4) };
  const news = (fields: object) => ({ kind: 'news', ...fields });
  const operands = [{ particle: 1, isUncertain: true }];
  const decision = { kind: 'bits', frames: [], operands };
  const answer = begun(start);
  expect(answer(news({ decision }))).toEqual(news({ decision }));
  expect(answer(news({ input: new Uint8Array(4) }))).toMatchObject({ kind: 'news' });
  expect(() => answer(news({ input: new Uint8Array(1) }))).toThrow(Breach);
  for (const wrong of [{ decision: { ...decision, kind: 7 } }, { mixed: {} }, { more: 1 }])
    expect(() => begun(start)(news(wrong)), JSON.stringify(wrong)).toThrow(Breach);
  expect(() => sent(start)(news({ decision }))).toThrow(Breach);
  const flooded = begun(start);
  expect(() => {
    for (let i = 0; i < 1001; i += 1) flooded(news({ decision }));
  }).toThrow(Breach);
});
