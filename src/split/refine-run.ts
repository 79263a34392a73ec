// Reruns a program with more lanes if the error of a printed figure exceeds the requested accuracy. The output of the
// second run continues where the first run's output was held back.

import { concatenate } from '../errors/concatenate.ts';
import { decode, encode } from '../runtime/output/bytes-as-text.ts';
import type { StreamName } from '../runtime/output/output-ring.ts';
import type { RunOutcome } from '../runtime/running/run-outcome.ts';
import type { RunRequest } from '../runtime/running/run-program.ts';
import { DEFAULT_TIME_LIMIT_MS } from '../runtime/running/time-limit.ts';
import { countLanes } from '../uncertainty/core/core-spec.ts';
import type { CoarseRun } from '../uncertainty/sources/run-decisions.ts';

/** Maximum ratio of lane counts. A second run takes at most about this multiple of the first run's time. */
const MOST_FACTOR = 8;
const MOST_LANES = 65_536;
/** Minimum time allowed for the second run, even if the time limit is near. */
const LEAST_MS = 1000;

/**
 * Returns the lane count for a second run, given that errors decrease at least as fast as the inverse square root of
 * the count.
 */
function countRefined(lanes: number, excess: number): number {
  let factor = 2;
  while (factor < MOST_FACTOR && factor < excess * excess) factor *= 2;
  return Math.min(MOST_LANES, factor * lanes);
}

/** A second run whose output has been printed. */
export interface Refined<Run extends RunOutcome> {
  readonly run: Run;
  /** Lane count on which its figures are based. */
  readonly lanes: number;
}

/**
 * Runs the program with more lanes and prints the rest of its output. If this is impossible, prints nothing and returns
 * the reason.
 */
export async function refineRun<Run extends RunOutcome>(
  request: RunRequest,
  first: RunOutcome,
  coarse: CoarseRun,
  runAgain: (request: RunRequest) => Promise<Run>,
): Promise<Refined<Run> | string> {
  const before = countLanes(request.core);
  const lanes = countRefined(before, coarse.excess);
  if (lanes <= before) return `a value can have at most ${MOST_LANES} aligned samples`;
  const printed: Record<StreamName, Uint8Array[]> = { stdout: [], stderr: [] };
  const { accuracy: _, followsDraws: _f, ...rest } = request;
  const limitMs = (request.timeLimitMs ?? DEFAULT_TIME_LIMIT_MS) - first.statistics.executionTimeMs;
  const run = await runAgain({
    ...rest,
    core: { ...request.core, LaneCount: lanes },
    stdin: request.stdin instanceof Uint8Array ? request.stdin : coarse.input,
    timeLimitMs: Math.max(limitMs, LEAST_MS),
    ignoresDecisions: true,
    onStdout: (bytes) => printed.stdout.push(bytes.slice()),
    onStderr: (bytes) => printed.stderr.push(bytes.slice()),
  });
  if (run.end.kind === 'stopped' && first.end.kind !== 'stopped') return run.end.message;
  const left = { stdout: new Uint8Array(), stderr: new Uint8Array() } as Record<StreamName, Uint8Array>;
  for (const stream of ['stdout', 'stderr'] as const) {
    const again = concatenate(printed[stream]);
    const rest = stream === 'stderr' ? withoutSaid(again, coarse.said) : again;
    const text = layOver(rest, coarse.passed[stream], coarse.held[stream]);
    if (!text) return 'the program printed different text when it ran again';
    left[stream] = text;
  }
  if (left.stdout.length > 0) request.onStdout?.(left.stdout);
  if (left.stderr.length > 0) request.onStderr?.(left.stderr);
  const executionTimeMs = first.statistics.executionTimeMs + run.statistics.executionTimeMs;
  return { run: { ...run, statistics: { ...run.statistics, executionTimeMs } }, lanes };
}

/** A number as programs print it, followed by its distribution. */
const NUMBER = /[-+]?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|nan|inf)(?:Ux[\dA-F]*)?/gi;
/** The rest of a number that was cut off. */
const REST = /^[\d.eE+-]*(?:Ux)?[\dA-F]*/;

/** Removes from stderr the notices that the first run has already shown; the numbers in them may differ. */
function withoutSaid(stderr: Uint8Array, said: readonly string[]): Uint8Array {
  if (said.length === 0) return stderr;
  const shapeOf = (line: string) => line.replace(NUMBER, '0');
  const shapes = said.map((sentence) => shapeOf(`haze: ${sentence}`));
  const lines = decode(stderr)
    .split('\n')
    .filter((line) => {
      const at = line.startsWith('haze: ') ? shapes.indexOf(shapeOf(line)) : -1;
      if (at >= 0) shapes.splice(at, 1);
      return at < 0;
    });
  return encode(lines.join('\n'));
}

/**
 * Returns the output that follows `passed`, allowing for different digits in its numbers; undefined if the text
 * differs.
 */
function layOver(again: Uint8Array, passed: Uint8Array, held: Uint8Array): Uint8Array | undefined {
  if (passed.length === 0) return again;
  const [text, before] = [decode(again), decode(passed)];
  let [at, from] = [0, 0];
  NUMBER.lastIndex = 0;
  for (const match of before.matchAll(NUMBER)) {
    const words = before.slice(from, match.index);
    if (text.slice(at, at + words.length) !== words) return undefined;
    at += words.length;
    NUMBER.lastIndex = at;
    const number = NUMBER.exec(text);
    if (number?.index !== at) return undefined;
    at += number[0].length;
    from = match.index + match[0].length;
  }
  const words = before.slice(from);
  if (text.slice(at, at + words.length) !== words) return undefined;
  const isCut = words === '';
  const rest = isCut ? REST.exec(decode(held))![0] : '';
  return encode(rest + text.slice(at + words.length));
}
