// `haze build FILE… -o out.wasm`: writes the linked module to a file, as GET /builds/{id}/binary answers it.
import { realpath } from 'node:fs/promises';
import { HazeError } from '../../errors/haze-error.ts';
import { maybeLanguageOfPath } from '../../toolchain/sources/language.ts';
import { makePageModule } from '../docs/make-page-module.ts';
import { checkPlace, writeWhole } from '../files/write-whole.ts';
import { parseCommandLine } from '../options/command-line.ts';
import { maybeBuildFiles } from './programs/build-files.ts';
import { cacheWords, openCommandCompiler, openCommandHaze } from './programs/command-haze.ts';
import { readPageProgram } from './programs/page-program.ts';

export async function runBuildCommand(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseCommandLine(words, {
    output: { type: 'string', short: 'o' },
    language: { type: 'string' },
    'config-mk': { type: 'string' },
    debug: { type: 'boolean', short: 'g' },
    'for-page': { type: 'string' },
    ...cacheWords,
  });
  if (values['for-page'] !== undefined) return buildForPage(values['for-page'], positionals, values);
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

interface PageWords {
  readonly output?: string | undefined;
  readonly language?: string | undefined;
  readonly 'config-mk'?: string | undefined;
  readonly debug?: boolean | undefined;
  readonly 'no-cache'?: boolean | undefined;
}

/** Writes the file that `<haze-program module="…">` loads. */
async function buildForPage(output: string, files: readonly string[], words: PageWords): Promise<number> {
  if (output === '' || words.output !== undefined || words['config-mk'] !== undefined || words.debug) {
    throw new HazeError(
      'usage',
      'A page builds a program without config.mk and -g: haze build FILE [OTHER FILES…] --for-page OUT.haze',
    );
  }
  await refuseOverSource(output);
  await checkPlace(output);
  const program = await readPageProgram(files, words.language);
  const made = await makePageModule(program, await openCommandCompiler(words));
  if (!made.ok) {
    process.stderr.write(made.log);
    return 1;
  }
  await writeWhole(output, [made.file]);
  process.stderr.write(`${output}: ${made.file.length} bytes\n`);
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
