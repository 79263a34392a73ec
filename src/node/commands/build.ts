// `haze build FILE… -o out.wasm`: writes the linked module to a file, byte for byte the same as the response to GET
// /builds/{id}/binary.

import { realpath } from 'node:fs/promises';
import { usageError } from '../../errors/haze-error.ts';
import { printable } from '../../errors/printable-text.ts';
import { maybeLanguageOfPath } from '../../toolchain/sources/language.ts';
import { packPageModule } from '../docs/make-page-module.ts';
import { checkPlace, writeWhole } from '../files/write-whole.ts';
import { type OptionValues, switchOption, wordOption } from '../options/option.ts';
import { defineCommand } from './command.ts';
import { maybeBuildFiles } from './programs/build-files.ts';
import { openCommandCompiler, openCommandHaze } from './programs/command-haze.ts';
import { readPageProgram } from './programs/page-program.ts';
import { buildWords } from './programs/prepare-run.ts';

const own = {
  output: wordOption('OUT.wasm', 'write the module to this file', { short: 'o' }),
  debug: switchOption('add debug information', 'g'),
  forPage: wordOption(
    'OUT.haze',
    'write the module for <haze-program module="…"> instead, which runs without the compiler; the first file is the source shown in the page (docs/embedding.md)',
  ),
  ...buildWords,
} as const;

export const buildCommand = defineCommand({
  usage: [['haze build FILE… -o OUT.wasm', 'build a program, or a repository folder, into a module']],
  own,
  run: ({ own, positionals }) => build(own, positionals),
});

type BuildWords = OptionValues<typeof own>;

async function build(values: BuildWords, positionals: readonly string[]): Promise<number> {
  if (values.forPage !== undefined) return buildForPage(values.forPage, positionals, values);
  if (!values.output) throw usageError('Specify where to write the module: haze build FILE… -o OUT.wasm');
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

/** Writes the file that `<haze-program module="…">` loads. */
async function buildForPage(output: string, files: readonly string[], words: BuildWords): Promise<number> {
  if (output === '' || words.output !== undefined || words.configMk !== undefined || words.debug) {
    throw usageError(
      'A program for a page is built without config.mk and -g: haze build FILE [OTHER FILES…] --for-page OUT.haze',
    );
  }
  await refuseOverSource(output);
  await checkPlace(output);
  const program = await readPageProgram(files, words.language);
  const made = await packPageModule(program, await openCommandCompiler(words));
  if (!made.ok) {
    process.stderr.write(printable(made.log));
    return 1;
  }
  await writeWhole(output, [made.file]);
  process.stderr.write(`${output}: ${made.file.length} bytes\n`);
  return 0;
}

/** Rejects an output path that is also a source: writing the output would overwrite the source. */
async function refuseOverSource(output: string): Promise<void> {
  const target = await realpath(output).catch(() => undefined);
  if (target === undefined || maybeLanguageOfPath(target) === undefined) return;
  throw usageError(
    `"${output}" is a source file, which the module would overwrite. Specify another file: -o OUT.wasm`,
  );
}
