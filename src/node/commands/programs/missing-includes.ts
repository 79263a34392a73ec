// Advice on included files that the compiler did not find. The compiler can access only the files that the command
// read for it, so such a file may exist elsewhere on disk.
import { stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Diagnostic } from '../../../toolchain/sources/diagnostic.ts';
import { relativePath } from '../../../toolchain/sources/source-files.ts';

/** Messages from clang and from our Fortran front end. */
const MISSING = /^'(.+)' file not found|^The included file "(.+)" is not among the sources/;
const MOST_ADVICE = 5;
/** Number of parent folders above the program to search for files, and the names of the subfolders to search. */
const MOST_AROUND = 3;
const USUAL_FOLDERS = ['', 'include', 'inc', 'src', 'lib'];

/** The files read for the compiler; see build-files.ts. */
interface ReadSources {
  /** The folder to which file paths are relative. */
  readonly root: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly options: { readonly directory?: string };
  readonly isFolder: boolean;
}

interface Missing {
  readonly name: string;
  /** The folder of the including file. */
  readonly from: string;
}

/** Sentences, one for each missing file. */
export async function adviseOnIncludes(
  diagnostics: readonly Diagnostic[],
  sources: ReadSources,
): Promise<string[]> {
  const missing = new Map<string, Missing>();
  for (const { message, file = '' } of diagnostics) {
    const [, inC, inFortran] = MISSING.exec(message) ?? [];
    const name = inC ?? inFortran;
    if (name !== undefined) missing.set(name, { name, from: dirname(resolve(sources.root, file)) });
  }
  const named = [...missing.values()].slice(0, MOST_ADVICE);
  return Promise.all(named.map((one) => advise(one, sources)));
}

async function advise({ name, from }: Missing, sources: ReadSources): Promise<string> {
  const { root, files, options, isFolder } = sources;
  const known = [...files.keys()].find((path) => `/${path}`.endsWith(`/${name}`));
  if (known !== undefined) {
    const folder = known.slice(0, known.length - name.length - 1);
    const flag = `-I${relativePath(options.directory ?? '', folder) || '.'}`;
    return `"${name}" is at ${known}. Add ${flag} to CFLAGS in config.mk (or in --config-mk FILE).`;
  }
  const found = await maybeFind(name, from, root);
  if (found === undefined) {
    return `"${name}" is neither a compiler header nor one of the program's files. Put it next to the file that includes it, or in a subfolder that you add with -I to CFLAGS in config.mk (or in --config-mk FILE).`;
  }
  const path = relative(from, found).split(sep).join('/');
  if (!isFolder) return `"${name}" is outside the program, at ${path}. Include it by its path: "${path}".`;
  return `"${name}" is outside ${root}, at ${path}, and only files in that folder are read. Move it inside, or specify the source files instead of their folder, and include it by its path.`;
}

/** A file with that name in a likely location. */
async function maybeFind(name: string, from: string, root: string): Promise<string | undefined> {
  const around = [from];
  for (let folder = resolve(root); around.length <= MOST_AROUND && folder !== dirname(folder); ) {
    folder = dirname(folder);
    around.push(folder);
  }
  const places = isAbsolute(name)
    ? [name]
    : around.flatMap((folder) => USUAL_FOLDERS.map((usual) => join(folder, usual, name)));
  for (const place of places) {
    const isFile = await stat(place).then(
      (entry) => entry.isFile(),
      () => false,
    );
    if (isFile) return place;
  }
  return undefined;
}
