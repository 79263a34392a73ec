// Builds the files that a command line names, with progress for people and the log on stderr when it fails.
import type { BuildSuccess } from '../../toolchain/build-result.ts';
import { build } from '../library.ts';
import { readInput, readSourceTree } from './source-tree.ts';

export interface BuildWords {
  readonly files: readonly string[];
  readonly language: string | undefined;
  readonly configMk: string | undefined;
  readonly debug: boolean;
}

/** The built program; undefined when it does not compile, and then its log is on stderr. Warnings are there too. */
export async function maybeBuildFiles(words: BuildWords): Promise<BuildSuccess | undefined> {
  const { files, named } = await readSourceTree(words.files);
  const configMk =
    words.configMk === undefined ? undefined : new TextDecoder().decode(await readInput(words.configMk));
  const progress = showLoading();
  const result = await build(files, {
    only: named,
    ...(words.language === undefined ? {} : { language: words.language }),
    ...(configMk === undefined ? {} : { configMk }),
    debug: words.debug,
    onLoad: progress.report,
  });
  progress.clear();
  if (!result.ok) process.stderr.write(result.log);
  else if (result.diagnostics.length > 0) process.stderr.write(result.log);
  return result.ok ? result : undefined;
}

// One line that is written over and taken away; nothing where nobody watches.
function showLoading() {
  const watched = Boolean(process.stdout.isTTY && process.stderr.isTTY);
  let shown = '';
  return {
    report({ doneBytes, totalBytes }: { doneBytes: number; totalBytes: number }): void {
      const line = `loading the compiler: ${(doneBytes / 1e6).toFixed(0)} of ${(totalBytes / 1e6).toFixed(0)} MB`;
      if (!watched || line === shown) return;
      shown = line;
      process.stderr.write(`\r${line}`);
    },
    clear(): void {
      if (shown !== '') process.stderr.write(`\r${' '.repeat(shown.length)}\r`);
    },
  };
}
