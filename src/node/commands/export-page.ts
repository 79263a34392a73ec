// `haze export-page FILE -o PAGE.html`: writes a single HTML file with a program that runs without a site, network
// access or a compiler.

import { basename } from 'node:path';
import { type DataFile, toDataFile } from '../../docs/finding/data-file.ts';
import { usageError } from '../../errors/haze-error.ts';
import { DEFAULT_CORE } from '../../uncertainty/core/default-core.ts';
import { exportPage } from '../docs/export-page.ts';
import { ProgramBench } from '../docs/program-bench.ts';
import { checkPlace, writeWhole } from '../files/write-whole.ts';
import { type OptionValues, switchOption, wordOption } from '../options/option.ts';
import { checkPlayground } from '../options/playground-address.ts';
import { defineCommand } from './command.ts';
import { cacheOptions } from './programs/command-haze.ts';
import { readPageProgram, readText } from './programs/page-program.ts';
import { programWords } from './programs/prepare-run.ts';
import { readFolder } from './programs/source-tree.ts';

const own = {
  output: wordOption('PAGE.html', 'write the page to this file', { short: 'o' }),
  title: wordOption('TEXT', 'title of the page', { fallback: 'the name of the file' }),
  controls: switchOption("show sliders for the program's inputs"),
  core: wordOption('NAME', 'the core to run on; see haze cores', { fallback: DEFAULT_CORE }),
  seed: wordOption('N', 'seed of all random numbers', { fallback: '1' }),
  args: programWords.args,
  stdin: wordOption('FILE', 'standard input for the program'),
  inputs: programWords.inputs,
  playground: wordOption('URL', 'a site whose playground can open the program'),
  language: programWords.language,
  ...cacheOptions,
} as const;

export const exportPageCommand = defineCommand({
  usage: [
    [
      'haze export-page FILE… -o PAGE.html',
      'write a single HTML file with the program, its output and everything needed to run it without a network; the first file is the source shown (docs/embedding.md)',
    ],
  ],
  own,
  run: ({ own, positionals }) => writePage(own, positionals),
});

async function writePage(values: OptionValues<typeof own>, positionals: readonly string[]): Promise<number> {
  const { output, playground = '' } = values;
  if (!output) throw usageError('Specify where to write the page: haze export-page FILE… -o PAGE.html');
  checkPlayground(playground);
  await checkPlace(output);
  const program = await readPageProgram(positionals, values.language);
  const path = positionals[0]!;
  const bench = new ProgramBench(values.noCache ? { cache: null } : {});
  try {
    const page = await exportPage(
      {
        ...program,
        path,
        data: await readData(values.inputs),
        core: values.core ?? DEFAULT_CORE,
        seed: values.seed ?? '1',
        controls: values.controls ?? false,
        arguments: values.args ?? '',
        stdin: values.stdin === undefined ? '' : await readText(values.stdin),
      },
      { title: values.title ?? basename(path), playground },
      bench,
    );
    const bytes = await writeWhole(output, [Buffer.from(page)]);
    process.stderr.write(`${output}: ${bytes} bytes\n`);
    return 0;
  } finally {
    bench.close();
  }
}

/** All files in a folder, for the program's working directory. */
async function readData(folder: string | undefined): Promise<DataFile[]> {
  if (folder === undefined) return [];
  return Object.entries(await readFolder(folder)).map(([path, bytes]) => toDataFile(path, bytes));
}
