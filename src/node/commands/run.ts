// `haze run FILE…` or `haze run DIR`: builds a program and runs it; its streams and exit status become the command's own.
import { stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { HazeError } from '../../errors/haze-error.ts';
import { makeFolder } from '../../store/private-files.ts';
import type { BuildSuccess } from '../../toolchain/build-result.ts';
import { type CoreSpec, countLanes, findDefaultCore, validateCoreSpec } from '../../uncertainty/core-spec.ts';
import { DEFAULT_CORE, type RunResult, run } from '../library.ts';
import { maybeBuildFiles } from './build-files.ts';
import { parseCommandLine, parsePositiveNumber, parseRuns, parseSeed } from './command-line.ts';
import { createHumanWriter } from './human-output.ts';
import { createReferenceWriter } from './reference-output.ts';
import { readFolder } from './source-tree.ts';

const OPTIONS = {
  core: { type: 'string' },
  lanes: { type: 'string' },
  language: { type: 'string' },
  args: { type: 'string' },
  'config-mk': { type: 'string' },
  inputs: { type: 'string' },
  outputs: { type: 'string' },
  'time-limit': { type: 'string' },
  seed: { type: 'string' },
  debug: { type: 'boolean', short: 'g' },
  runs: { type: 'string' },
  plain: { type: 'boolean' },
  human: { type: 'boolean' },
  stats: { type: 'boolean' },
} as const;

export async function runRunCommand(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseCommandLine(words, OPTIONS);
  const timeLimitSeconds = parsePositiveNumber(values['time-limit'] ?? '60', '--time-limit');
  const seed = parseSeed(values.seed ?? '1');
  const given = values.inputs === undefined ? undefined : await readFolder(values.inputs);
  const core = chooseCore(values.core ?? DEFAULT_CORE, values.lanes);
  const runs = values.runs === undefined ? undefined : parseRuns(values.runs);
  if (runs !== undefined && core.Microarchitecture !== 'Reference') {
    throw new HazeError(
      'usage',
      `${core.Name} runs a program once. Leave --runs out, or add --core C0-Reference.`,
    );
  }
  if (values.outputs !== undefined) await checkOutputs(values.outputs);
  const program = await maybeBuildFiles({
    files: positionals,
    language: values.language,
    configMk: values['config-mk'],
    debug: values.debug ?? false,
  });
  if (!program) return 1;
  const { built } = program;
  const write = (text: string) => process.stdout.write(text);
  const isReference = core.Microarchitecture === 'Reference';
  const human = values.human
    ? isReference
      ? createReferenceWriter(write)
      : createHumanWriter(write)
    : undefined;
  const result = await run(built.module, {
    core,
    arguments: values.args ?? '',
    files: given ?? program.inputs,
    seed,
    timeLimitSeconds,
    plain: values.plain ?? false,
    inheritStdin: true,
    ...(runs === undefined ? {} : { runs }),
    onStdout: (bytes) => (human ? human.write(bytes) : process.stdout.write(bytes)),
    onStderr: (bytes) => process.stderr.write(bytes),
  });
  human?.end(result.reference?.values ?? []);
  if (result.reference && result.end.kind === 'exited') {
    process.stderr.write(`haze: ${result.reference.message}\n`);
  }
  if (values.outputs !== undefined) await writeOutputs(values.outputs, result.files);
  if (values.stats) process.stderr.write(`${JSON.stringify(describeStats(built, result))}\n`);
  return result.exitStatus;
}

/** The core of that name, with so many lanes when they are given. */
function chooseCore(name: string, lanes: string | undefined): CoreSpec {
  const core = findDefaultCore(name);
  if (lanes === undefined) return core;
  if (countLanes(core) === 0) {
    throw new HazeError(
      'usage',
      `${core.Name} does not track correlation and has no lanes. Leave --lanes out, or choose C0-Joint or a core with a "+".`,
    );
  }
  const changed = { ...core, LaneCount: parsePositiveNumber(lanes, '--lanes') };
  validateCoreSpec(changed);
  return changed;
}

function describeStats(built: BuildSuccess, { statistics }: RunResult) {
  return {
    BuildTimeInMilliseconds: Math.round(built.buildTimeMs),
    BuildSizeInBytes: built.sizeBytes,
    ExecutionTimeInMilliseconds: Math.round(statistics.executionTimeMs * 1000) / 1000,
    HookCalls: statistics.hookCalls,
    Records: statistics.records,
  };
}

/** Says before a long run, not behind it, that its files would have no place. */
async function checkOutputs(folder: string): Promise<void> {
  const isOther = await stat(folder).then(
    (entry) => !entry.isDirectory(),
    () => false,
  );
  if (isOther) throw new HazeError('usage', `--outputs takes a folder, and "${folder}" is a file.`);
}

async function writeOutputs(folder: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  for (const [path, content] of files) {
    const target = join(folder, path);
    await makeFolder(dirname(target));
    await writeFile(target, content);
  }
}
