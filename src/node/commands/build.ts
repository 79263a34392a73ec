// `haze build FILE… -o out.wasm`: writes the linked module to a file, as GET /builds/{id}/binary answers it.
import { realpath } from 'node:fs/promises';
import { HazeError } from '../../errors/haze-error.ts';
import { maybeLanguageOfPath } from '../../toolchain/sources/language.ts';
import { checkPlace, writeWhole } from '../files/write-whole.ts';
import { parseCommandLine } from '../options/command-line.ts';
import { maybeBuildFiles } from './programs/build-files.ts';
import { cacheWords, openCommandHaze } from './programs/command-haze.ts';

export async function runBuildCommand(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseCommandLine(words, {
    output: { type: 'string', short: 'o' },
    language: { type: 'string' },
    'config-mk': { type: 'string' },
    debug: { type: 'boolean', short: 'g' },
    ...cacheWords,
  });
  if (!values.output) throw new HazeError('usage', 'Say where the module goes: haze build FILE… -o OUT.wasm');
  await refuseOverSource(values.output);
  await checkPlace(values.output);
  const program = await maybeBuildFiles({
    haze: await openCommandHaze(values),
    files: positionals,
    language: values.language,
    configMk: values['config-mk'],
    debug: values.debug ?? false,
  });
  if (!program) return 1;
  const { built } = program;
  await writeWhole(values.output, [built.module]);
  process.stderr.write(`${values.output}: ${built.sizeBytes} bytes\n`);
  return 0;
}

/** Refuses a source as the output: the command line has a slip, and the source would be lost. */
async function refuseOverSource(output: string): Promise<void> {
  const target = await realpath(output).catch(() => undefined);
  if (target === undefined || maybeLanguageOfPath(target) === undefined) return;
  throw new HazeError(
    'usage',
    `"${output}" is a source, which the module would replace. Name another file: -o OUT.wasm`,
  );
}
