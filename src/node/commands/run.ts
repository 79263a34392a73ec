// `haze run FILE…`: builds a program and runs it; its streams and exit status become the command's own.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BuildSuccess } from '../../toolchain/build-result.ts';
import { findDefaultCore } from '../../uncertainty/core-spec.ts';
import { DEFAULT_CORE, type RunResult, run } from '../library.ts';
import { maybeBuildFiles } from './build-files.ts';
import { parseCommandLine, parsePositiveNumber, parseSeed } from './command-line.ts';
import { createHumanWriter } from './human-output.ts';
import { readFolder } from './source-tree.ts';

const OPTIONS = {
  core: { type: 'string' },
  language: { type: 'string' },
  args: { type: 'string' },
  'config-mk': { type: 'string' },
  inputs: { type: 'string' },
  outputs: { type: 'string' },
  'time-limit': { type: 'string' },
  seed: { type: 'string' },
  debug: { type: 'boolean', short: 'g' },
  plain: { type: 'boolean' },
  human: { type: 'boolean' },
  stats: { type: 'boolean' },
} as const;

export async function runRunCommand(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseCommandLine(words, OPTIONS);
  const timeLimitSeconds = parsePositiveNumber(values['time-limit'] ?? '60', '--time-limit');
  const seed = parseSeed(values.seed ?? '1');
  const files = values.inputs === undefined ? {} : await readFolder(values.inputs);
  const core = findDefaultCore(values.core ?? DEFAULT_CORE);
  const built = await maybeBuildFiles({
    files: positionals,
    language: values.language,
    configMk: values['config-mk'],
    debug: values.debug ?? false,
  });
  if (!built) return 1;
  const human = values.human ? createHumanWriter((text) => process.stdout.write(text)) : undefined;
  const result = await run(built.module, {
    core,
    arguments: values.args ?? '',
    files,
    seed,
    timeLimitSeconds,
    plain: values.plain ?? false,
    inheritStdin: true,
    onStdout: (bytes) => (human ? human.write(bytes) : process.stdout.write(bytes)),
    onStderr: (bytes) => process.stderr.write(bytes),
  });
  human?.end();
  if (values.outputs !== undefined) await writeOutputs(values.outputs, result.files);
  if (values.stats) process.stderr.write(`${JSON.stringify(describeStats(built, result))}\n`);
  return result.exitStatus;
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

async function writeOutputs(folder: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  for (const [path, content] of files) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content);
  }
}
