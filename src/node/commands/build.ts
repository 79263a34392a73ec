// `haze build FILE… -o out.wasm`: the linked module as a file, as GET /builds/{id}/binary would answer it.
import { writeFile } from 'node:fs/promises';
import { HazeError } from '../../errors/haze-error.ts';
import { maybeBuildFiles } from './build-files.ts';
import { cacheWords, openCommandHaze } from './command-haze.ts';
import { parseCommandLine } from './command-line.ts';

export async function runBuildCommand(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseCommandLine(words, {
    output: { type: 'string', short: 'o' },
    language: { type: 'string' },
    'config-mk': { type: 'string' },
    debug: { type: 'boolean', short: 'g' },
    ...cacheWords,
  });
  if (!values.output) throw new HazeError('usage', 'Say where the module goes: haze build FILE… -o OUT.wasm');
  const program = await maybeBuildFiles({
    haze: await openCommandHaze(values),
    files: positionals,
    language: values.language,
    configMk: values['config-mk'],
    debug: values.debug ?? false,
  });
  if (!program) return 1;
  const { built } = program;
  await writeFile(values.output, built.module);
  process.stderr.write(`${values.output}: ${built.sizeBytes} bytes\n`);
  return 0;
}
