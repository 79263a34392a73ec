// Follows a program's draws in this thread, either in groups of lanes or lane by lane. Tests compare the numbers of
// each lane; benchmarks compare times, without workers.

import { concatenate } from '../../src/errors/concatenate.ts';
import { loadKernels } from '../../src/node/engine/assets.ts';
import type {
  BlockMessage,
  ProgramMessage,
  ReferenceAnswer,
} from '../../src/reference/program/reference-messages.ts';
import { serveReference } from '../../src/reference/program/serve-reference.ts';
import { laneOfRun } from '../../src/reference/values/lane-runs.ts';
import { rewriteProgram } from '../../src/runtime/preparing/rewrite-program.ts';
import { runModule } from '../../src/runtime/running/run-module.ts';
import { countLanes, findDefaultCore } from '../../src/uncertainty/core/core-spec.ts';
import type { MixedRun } from '../../src/uncertainty/sources/run-decisions.ts';

const CORE = findDefaultCore('C0-Joint');
const LANES = countLanes(CORE);
const OUTPUT_LIMIT_BYTES = 1 << 24;

/** Numbers by location, one per lane, with NaN for each lane that did not reach the location. */
export type LaneValues = ReadonlyMap<string, Float64Array>;

export interface FollowedLanes {
  readonly values: LaneValues;
  /** The number of completed groups. */
  readonly groups: number;
  /** The number of lanes in these groups. */
  readonly grouped: number;
  /** Lanes that did not exit with status 0. */
  readonly failed: readonly number[];
}

export async function openFollower(linked: Uint8Array, words: readonly string[] = []) {
  const kernels = await loadKernels();
  const rewritten = rewriteProgram(linked).module;
  const startOf = (seed: bigint) => ({
    kernels,
    core: CORE,
    arguments: words,
    files: new Map(),
    seed,
    outputLimitBytes: OUTPUT_LIMIT_BYTES,
  });
  const stdin = new Uint8Array();
  const run = (module: Uint8Array, lanes?: ProgramMessage['lanes'], seed = 1n) => {
    let last: ReferenceAnswer | undefined;
    const blocks: BlockMessage[] = [];
    const serve = serveReference({
      post: (answer) => {
        last = answer;
        if (answer.kind === 'block') blocks.push(answer);
      },
    });
    serve({ kind: 'reference', ...startOf(seed), module, stdin, watched: [], ...(lanes ? { lanes } : {}) });
    if (last?.kind === 'refused') throw new Error(JSON.stringify(last));
    serve({ kind: 'runs', first: 0, count: 1 });
    return { serve, blocks };
  };
  const lanesOf = ({ made, answers }: MixedRun) => ({
    laneCount: LANES,
    firstPoints: 'lattice' as const,
    made,
    firstAnswers: answers,
    answers: [],
  });
  return {
    /** Runs once on the core with lanes; `mixed` is undefined if no decision is mixed. */
    runOnce(seed = 1n): { readonly mixed: MixedRun | undefined; readonly stdout: string } {
      const stdout: Uint8Array[] = [];
      const { mixed } = runModule(
        { ...startOf(seed), module: rewritten, followsDraws: true, makesChoices: true },
        {
          kernels,
          stdin: () => stdin,
          writeStdout: (bytes) => stdout.push(bytes.slice()),
          writeStderr() {},
        },
      );
      return { mixed, stdout: new TextDecoder().decode(concatenate(stdout)) };
    },
    followGroups(mixed: MixedRun, seed = 1n): FollowedLanes {
      const { serve, blocks } = run(rewritten, { ...lanesOf(mixed), areGrouped: true }, seed);
      let first = 1;
      let groups = 0;
      for (;;) {
        serve({ kind: 'group', first, count: LANES + 1 - first });
        const { count, rest } = blocks.at(-1)!;
        first += count;
        if (rest) {
          if (rest.length > 0) serve({ kind: 'runs', first, count: rest.length, lanes: rest });
          return { groups, grouped: first - 1, ...collect(blocks) };
        }
        groups++;
      }
    },
    followPlainly(mixed: MixedRun): FollowedLanes {
      const { serve, blocks } = run(linked, lanesOf(mixed));
      serve({ kind: 'runs', first: 1, count: LANES });
      return { groups: 0, grouped: 0, ...collect(blocks) };
    },
    /** Runs on a Reference core, where each run has its own draws. */
    runReference(runs: number): void {
      run(linked).serve({ kind: 'runs', first: 1, count: runs - 1 });
    },
  };
}

function collect(blocks: readonly BlockMessage[]): Pick<FollowedLanes, 'values' | 'failed'> {
  const order = blocks.flatMap(({ lanes, rest }) => [...(rest ?? lanes ?? [])]);
  const laneOf = (run: number) => order[run - 1] ?? laneOfRun(run, LANES)!;
  const values = new Map<string, Float64Array>();
  const places: string[] = [];
  for (const { first, count, block } of blocks) {
    for (const { kind, first: path, second, occurrence } of block.newPlaces)
      places.push(`${kind} ${path} ${second} ${occurrence}`);
    let [at, runAt] = [0, 0];
    for (let i = 0; i < block.counts.length; i += 2) {
      const name = places[block.counts[i]!]!;
      const own = block.counts[i + 1]!;
      const numbers = values.get(name) ?? new Float64Array(LANES).fill(Number.NaN);
      values.set(name, numbers);
      for (let k = 0; k < own; k++) {
        const run = first + (own === count ? k : block.runs[runAt + k]!);
        if (run > 0) numbers[laneOf(run)] = block.values[at + k]!;
      }
      at += own;
      if (own < count) runAt += own;
    }
  }
  const failed = blocks.flatMap((block) => block.failed.map(({ run }) => run)).filter((run) => run > 0);
  return { values, failed: failed.map(laneOf).sort((a, b) => a - b) };
}
