// `haze build FILE… -o out.wasm`: writes the linked module to a file, as GET /builds/{id}/binary answers it.
import { realpath } from 'node:fs/promises';
import { HazeError } from '../../errors/haze-error.ts';
import { maybeLanguageOfPath } from '../../toolchain/sources/language.ts';
import { checkPlace, writeWhole } from '../files/write-whole.ts';
import { type OptionValues, switchOption, wordOption } from '../options/option.ts';
import { defineCommand } from './command.ts';
import { maybeBuildFiles } from './programs/build-files.ts';
import { openCommandHaze } from './programs/command-haze.ts';
import { buildWords } from './programs/prepare-run.ts';

export const buildCommand = defineCommand({
  usage: [['haze build FILE… -o OUT.wasm', 'build a program, or the folder of a repository, into a module']],
  own: {
    output: wordOption('OUT.wasm', 'where the module is written', { short: 'o' }),
    debug: switchOption('add debug information', 'g'),
    ...buildWords,
  },
  run: ({ own, positionals }) => build(own, positionals),
});

interface BuildOptions extends OptionValues<typeof buildWords> {
  readonly output?: string;
  readonly debug?: boolean;
}

async function build(values: BuildOptions, positionals: readonly string[]): Promise<number> {
  if (!values.output) throw new HazeError('usage', 'Say where the module goes: haze build FILE… -o OUT.wasm');
  await refuseOverSource(values.output);
  await checkPlace(values.output);
  const program = await maybeBuildFiles({
    haze: await openCommandHaze(values),
    files: positionals,
    language: values.language,
    configMk: values.configMk,
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
