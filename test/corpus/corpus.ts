// Reads the corpus: its programs, and the directives in the comments with which they begin (see README.md). Compiling,
// running and comparing are left to the tests.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A program in the corpus, with the directives in its first lines. */
export interface CorpusProgram {
  /** A path relative to test/corpus, such as `c/files/read-and-write.c`. */
  readonly path: string;
  readonly language: 'C' | 'C++';
  /** True if the program creates distributions, in which case it prints `ok` and `LOST` lines. */
  readonly uncertain: boolean;
  readonly source: string;
  /** A single string, split the way a POSIX shell splits words. */
  readonly args: string;
  readonly stdin: string;
  readonly flags: readonly string[];
  readonly exitStatus: number;
}

const corpusFolder = fileURLToPath(new URL('.', import.meta.url));

/** All programs in the corpus, sorted by path. */
export function listCorpus(): CorpusProgram[] {
  return readdirSync(corpusFolder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(c|cpp)$/.test(path))
    .sort()
    .map((path) => parseProgram(path.replaceAll('\\', '/'), readFileSync(`${corpusFolder}${path}`, 'utf8')));
}

/** Reads the directives of one program. */
export function parseProgram(path: string, source: string): CorpusProgram {
  const directives = readDirectives(source);
  return {
    path,
    language: path.endsWith('.cpp') ? 'C++' : 'C',
    uncertain: path.startsWith('uncertain/'),
    source,
    args: directives.get('args') ?? '',
    stdin: (directives.get('stdin') ?? '').replaceAll('\\n', '\n'),
    flags: (directives.get('flags') ?? '').split(' ').filter((flag) => flag !== ''),
    exitStatus: Number(directives.get('exit') ?? 0),
  };
}

function readDirectives(source: string): Map<string, string> {
  const directives = new Map<string, string>();
  for (const line of source.split('\n')) {
    if (!line.startsWith('//')) break;
    const [, name, value] = /^\/\/ (args|stdin|flags|exit): (.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) directives.set(name, value);
  }
  return directives;
}
