// `haze run FILE…` or `haze run DIR`: builds a program and runs it; its streams and exit status become the command's own.
import { stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { HazeError } from '../../errors/haze-error.ts';
import { makeFolder } from '../../store/private-files.ts';
import type { BuildSuccess } from '../../toolchain/build-result.ts';
import { DEFAULT_CORE, type RunResult } from '../library.ts';
import { laneOptions, programOptions } from '../options/program-options.ts';
import { readOptions } from '../options/read-options.ts';
import { allOptions } from '../options/server-options.ts';
import { chooseCore } from './choose-core.ts';
import { createHumanWriter } from './human-output.ts';
import { maybePrepareRun, programWords } from './prepare-run.ts';
import { createReferenceWriter } from './reference-output.ts';

const OPTIONS = {
  ...programWords,
  outputs: { type: 'string' },
  debug: { type: 'boolean', short: 'g' },
  plain: { type: 'boolean' },
  human: { type: 'boolean' },
  stats: { type: 'boolean' },
} as const;

export async function runRunCommand(words: readonly string[]): Promise<number> {
  const read = await readOptions({
    words,
    table: { ...programOptions, ...laneOptions },
    known: allOptions,
    own: OPTIONS,
  });
  const { values: shared, own: values, sources } = read;
  const isSaid = (name: 'lanes' | 'runs') => sources[name] === 'command line';
  const core = chooseCore(shared.core ?? DEFAULT_CORE, shared.lanes, isSaid('lanes'));
  const isReference = core.Microarchitecture === 'Reference';
  if (isSaid('runs') && !isReference) {
    throw new HazeError(
      'usage',
      `${core.Name} runs a program once. Leave --runs out, or add --core C0-Reference.`,
    );
  }
  const runs = isReference ? shared.runs : undefined;
  if (values.outputs !== undefined) await checkOutputs(values.outputs);
  const prepared = await maybePrepareRun(read, { debug: values.debug ?? false });
  if (!prepared) return 1;
  const write = (text: string) => process.stdout.write(text);
  const human = values.human
    ? isReference
      ? createReferenceWriter(write)
      : createHumanWriter(write)
    : undefined;
  const result = await prepared.haze.run(prepared.built.module, {
    ...prepared.options,
    core,
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
  if (values.stats) process.stderr.write(`${JSON.stringify(describeStats(prepared.built, result))}\n`);
  return result.exitStatus;
}

function describeStats(built: BuildSuccess, { statistics }: RunResult) {
  return {
    BuildTimeInMilliseconds: Math.round(built.buildTimeMs),
    ...(built.isKept && { BuildFromCache: true }),
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
