// `haze export-page FILE -o PAGE.html`: one HTML file with a program that runs without a site, a network and a compiler.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { HazeError } from '../../errors/haze-error.ts';
import { DEFAULT_CORE } from '../../program/run-options.ts';
import { exportPage } from '../docs/export-page.ts';
import { openProgramBench } from '../docs/program-bench.ts';
import { checkPlace, writeWhole } from '../files/write-whole.ts';
import { parseCommandLine } from '../options/command-line.ts';
import { readPageProgram } from './programs/page-program.ts';

const OPTIONS = {
  output: { type: 'string', short: 'o' },
  language: { type: 'string' },
  core: { type: 'string' },
  seed: { type: 'string' },
  args: { type: 'string' },
  stdin: { type: 'string' },
  title: { type: 'string' },
  controls: { type: 'boolean' },
  playground: { type: 'string' },
  'no-cache': { type: 'boolean' },
} as const;

export async function runExportPageCommand(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseCommandLine(words, OPTIONS);
  const { output, playground = '' } = values;
  if (!output) throw new HazeError('usage', 'Say where the page goes: haze export-page FILE… -o PAGE.html');
  if (playground !== '' && !/^https?:\/\/[^/]+\/(.*\/)?$/.test(playground)) {
    throw new HazeError(
      'usage',
      `--playground takes the address of a folder, such as https://haze.example/, not "${playground}".`,
    );
  }
  await checkPlace(output);
  const program = await readPageProgram(positionals, values.language);
  const path = positionals[0]!;
  const bench = openProgramBench(values['no-cache'] ? { cache: null } : {});
  try {
    const page = await exportPage(
      {
        ...{ ...program, path, playground, title: values.title ?? basename(path) },
        ...{
          core: values.core ?? DEFAULT_CORE,
          seed: values.seed ?? '1',
          controls: values.controls ?? false,
        },
        arguments: values.args ?? '',
        stdin: values.stdin === undefined ? '' : await readFile(values.stdin, 'utf8'),
      },
      bench,
    );
    const bytes = await writeWhole(output, [Buffer.from(page)]);
    process.stderr.write(`${output}: ${bytes} bytes\n`);
    return 0;
  } finally {
    bench.close();
  }
}
