// CPU times of typical programs on S+, from program start to exit: chains, sums, matrices, recursions, inference,
// draws, queries. Programs run in turn, so that other load on the machine affects all of them equally.
//
// `HAZE_EARLIER=FOLDER npm run bench core/cases` also measures another checkout, in the same process with interleaved
// runs: FOLDER is the `dist` of a commit built there (`npm ci && npm run build:wasm`). The table then also shows the
// ratio of the median times. bench/core/earlier.json stores the ratios, and runs without HAZE_EARLIER print the stored
// ratios.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Measurement, measurement, median } from '../../scripts/measurement.ts';
import { findProjectRoot } from '../../scripts/project-root.ts';

const FOLDER = join(findProjectRoot(), 'bench/core/cases');
const KEPT = join(findProjectRoot(), 'bench/core/earlier.json');
const ROUNDS = 9;
const MOST_RATIO = 1.5;
/** Cores other than S+ that also run a case. */
const CORES: Readonly<Record<string, readonly string[]>> = {
  draws: ['C0-S+', 'C0-Joint'],
  'bayes-uncertain': ['C0-S+', 'C0-XL+'],
};
/** Upper limits, in milliseconds, for cases with a guaranteed time. */
const GOALS: Readonly<Record<string, number>> = {
  'bayes-uncertain, C0-S+': 20,
  'bayes-uncertain, C0-XL+': 150,
  // 10 000 draws.
  'draws, C0-Joint': 500,
};
/** At the earlier commit, a single call took minutes on large cores. */
const TOO_SLOW_EARLIER = ['bayes-uncertain, C0-XL+'];

type Library = typeof import('../../src/node/library.ts');
type Rewriting = typeof import('../../src/runtime/preparing/rewrite-program.ts');
type Running = typeof import('../../src/runtime/running/run-module.ts');
type Streams = typeof import('../../src/runtime/wasi/streams.ts');
type Assets = typeof import('../../src/node/engine/assets.ts');
type Specs = typeof import('../../src/uncertainty/core/core-spec.ts');

/** Runs a program once; returns the time from its start to its exit in milliseconds. */
type Runner = () => number;

interface Kept {
  readonly commit: string;
  readonly measured: string;
  readonly ratios: Readonly<Record<string, number>>;
}

/** Medians in milliseconds, and their ratios to the earlier medians. */
export async function run(): Promise<Measurement[]> {
  const earlier = process.env.HAZE_EARLIER;
  const here = await openBuild(join(findProjectRoot(), 'dist'));
  const there = earlier === undefined ? undefined : await openBuild(earlier);
  const cases = listCases();
  const now = new Map<string, Runner>();
  const then = new Map<string, Runner>();
  for (const { label, file, core } of cases) {
    now.set(label, await here(file, core));
    if (there && !TOO_SLOW_EARLIER.includes(label)) then.set(label, await there(file, core));
  }
  const times = new Map<string, number[]>();
  const earlierTimes = new Map<string, number[]>();
  for (let round = -1; round < ROUNDS; round++) {
    for (const { label } of cases) {
      // The variants take turns going first, because one run's after-effects slow down the next.
      const both = [
        () => note(times, label, now.get(label)!, round),
        () => then.has(label) && note(earlierTimes, label, then.get(label)!, round),
      ];
      for (const measure of round % 2 === 0 ? both : both.toReversed()) measure();
    }
  }
  const kept = there ? keepRatios(times, earlierTimes) : readRatios();
  return [...times].flatMap(([label, all]) => describeCase(label, median(all), kept));
}

function note(times: Map<string, number[]>, label: string, measure: Runner, round: number): void {
  const timeMs = measure();
  if (round < 0) times.set(label, []);
  else times.get(label)!.push(timeMs);
}

function describeCase(label: string, timeMs: number, kept: Kept | undefined): Measurement[] {
  const goal = GOALS[label];
  const ratio = kept?.ratios[label];
  const time = measurement(label, timeMs, 'ms', goal);
  if (ratio === undefined) return [time];
  return [
    time,
    measurement(
      `${label}: against ${kept!.commit}, measured side by side on ${kept!.measured}`,
      ratio,
      '× its time',
      MOST_RATIO,
    ),
  ];
}

function listCases(): { label: string; file: string; core: string }[] {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.c'));
  return files.sort().flatMap((file) => {
    const name = file.replace(/\.c$/, '');
    return (CORES[name] ?? ['C0-S+']).map((core) => ({ label: `${name}, ${core}`, file, core }));
  });
}

/** Creates runners for programs that are built and run by one build of the project. */
async function openBuild(dist: string): Promise<(file: string, core: string) => Promise<Runner>> {
  const load = async <T>(path: string): Promise<T> =>
    (await import(pathToFileURL(join(dist, 'src', path)).href)) as T;
  const { build } = await load<Library>('node/library.js');
  const { rewriteProgram } = await load<Rewriting>('runtime/preparing/rewrite-program.js');
  const { runModule } = await load<Running>('runtime/running/run-module.js');
  const { inputFromBytes } = await load<Streams>('runtime/wasi/streams.js');
  const { loadKernels } = await load<Assets>('node/engine/assets.js');
  const { findDefaultCore } = await load<Specs>('uncertainty/core/core-spec.js');
  const kernels = await loadKernels();
  return async (file, name) => {
    const built = await build(readFileSync(join(FOLDER, file), 'utf8'), { configMk: 'CFLAGS = -O2\n' });
    if (!built.ok) throw new Error(`${file} does not build:\n${built.log}`);
    const { module } = rewriteProgram(built.module);
    const core = findDefaultCore(name);
    const request = { module, core, arguments: [], files: new Map(), seed: 1n, outputLimitBytes: 2 ** 28 };
    return () => {
      let errors = '';
      let start = process.cpuUsage();
      const { end } = runModule(request, {
        kernels,
        stdin: inputFromBytes(new Uint8Array()),
        onStart: () => {
          start = process.cpuUsage();
        },
        writeStdout: () => {},
        writeStderr: (bytes) => {
          errors += new TextDecoder().decode(bytes);
        },
      });
      const { user, system } = process.cpuUsage(start);
      if (end.exitStatus !== 0) throw new Error(`${file} ended with ${end.exitStatus}: ${errors}`);
      return (user + system) / 1000;
    };
  };
}

function keepRatios(times: Map<string, number[]>, earlier: Map<string, number[]>): Kept {
  const ratios = [...earlier].map(
    ([label, all]) => [label, median(times.get(label)!) / median(all)] as const,
  );
  const kept = {
    commit: process.env.HAZE_EARLIER_COMMIT ?? '5e4f36a',
    measured: new Date().toISOString().slice(0, 10),
    ratios: Object.fromEntries(ratios.map(([label, ratio]) => [label, Number(ratio.toPrecision(3))])),
  };
  writeFileSync(KEPT, `${JSON.stringify(kept, undefined, 2)}\n`);
  return kept;
}

function readRatios(): Kept | undefined {
  try {
    return JSON.parse(readFileSync(KEPT, 'utf8')) as Kept;
  } catch {
    return undefined;
  }
}
