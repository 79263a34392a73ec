// A project open in the page: a repository's files, one of which is in the editor. Other modules load and build the
// files.
import { chooseBuildFolder, INPUTS } from '../../client/project/build-folder.ts';
import { keepLineEnds } from '../draft/line-ends.ts';
import { type Language, maybePathProblem } from '../draft/program.ts';

export interface OpenedFile {
  readonly path: string;
  readonly text: string;
  readonly language: Language;
}

/** Finds a name in source text of the given language: its offset, and whether it is defined there. */
export type FindInText = (
  text: string,
  language: Language,
) => { readonly from: number; readonly isDefinition: boolean } | undefined;

/** A folder or file in the tree. */
export type TreeNode =
  | {
      readonly kind: 'folder';
      readonly name: string;
      readonly path: string;
      readonly children: readonly TreeNode[];
    }
  | { readonly kind: 'file'; readonly name: string; readonly path: string };

/** Maximum size of a file that the editor shows as text. */
const MOST_TEXT_BYTES = 1_000_000;
const FORTRAN = /\.(f|for|ftn|f77|f90|f95|f03|f08)$/i;
const SOURCE = /\.(c|cc|cpp|cp|cxx|c\+\+|f|for|ftn|f77|f90|f95|f03|f08)$/i;
const HEADER = /\.(h|hh|hpp|hxx|inc)$/i;

/** Tests whether the project's programs find the file in their working directory. */
export function isInput(path: string): boolean {
  return path.startsWith(INPUTS);
}

/** Tests by file name whether a compiler reads the file. */
export function isSourceFile(path: string): boolean {
  return isUnit(path) || HEADER.test(path);
}

/** Tests by file name whether the file is a source that compiles to an object file. */
export function isUnit(path: string): boolean {
  return SOURCE.test(path);
}

export function languageOf(path: string): Language {
  if (FORTRAN.test(path)) return 'Fortran';
  return /\.[ch]$/.test(path) ? 'C' : 'C++';
}

export class Project {
  #name: string;
  readonly #files: Map<string, Uint8Array>;
  #current = '';
  /** The file's text at the time the editor opened it. */
  #opened = '';

  constructor(name: string, files: ReadonlyMap<string, Uint8Array>) {
    this.#name = name;
    this.#files = new Map(files);
  }

  get name(): string {
    return this.#name;
  }

  /** Renames the project. */
  setName(name: string): void {
    this.#name = name;
  }

  get files(): ReadonlyMap<string, Uint8Array> {
    return this.#files;
  }

  /** The file in the editor; `''` if there is none. */
  get current(): string {
    return this.#current;
  }

  /** Folder to build; `''` for the whole project. */
  get directory(): string {
    return chooseBuildFolder(this.#files.keys());
  }

  /** The file to show first: a main program, otherwise any source, otherwise any text file. */
  firstFile(): string | undefined {
    const paths = [...this.#files.keys()].sort();
    const { directory } = this;
    const sources = paths.filter((path) => isUnit(path) && path.startsWith(directory));
    const main = sources.find((path) => /(^|\/)main\.[^/]+$/.test(path));
    return main ?? sources[0] ?? paths.find((path) => this.maybeText(path) !== undefined);
  }

  /** A file's text; undefined if an editor cannot show it. */
  maybeText(path: string): string | undefined {
    const bytes = this.#files.get(path);
    if (!bytes || bytes.length > MOST_TEXT_BYTES) return undefined;
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      return undefined;
    }
  }

  /** Opens a file in the editor; undefined if the file is binary. */
  maybeOpen(path: string): OpenedFile | undefined {
    const text = this.maybeText(path);
    if (text === undefined) return undefined;
    this.#current = path;
    this.#opened = text;
    return { path, text, language: languageOf(path) };
  }

  /** All sources and headers. */
  listTexts(): OpenedFile[] {
    return [...this.#files.keys()].sort().flatMap((path) => {
      const text = isSourceFile(path) ? this.maybeText(path) : undefined;
      return text === undefined ? [] : [{ path, text, language: languageOf(path) }];
    });
  }

  /** Changes the file in the editor; its line endings are preserved. */
  setText(text: string): void {
    if (this.#current === '') return;
    const kept = keepLineEnds(this.#opened, text);
    this.#files.set(this.#current, new TextEncoder().encode(kept));
  }

  /** Error message for an invalid path; undefined if the path is valid. */
  maybeNameProblem(path: string): string | undefined {
    const problem = maybePathProblem(path);
    if (problem !== undefined) return problem;
    const other = [...this.#files.keys()].find(
      (known) => known === path || known.startsWith(`${path}/`) || path.startsWith(`${known}/`),
    );
    if (other === undefined) return undefined;
    return other === path
      ? `A file "${path}" already exists.`
      : `"${other}" already exists; a name cannot be both a file and a folder.`;
  }

  /** Adds or replaces a file. */
  put(path: string, bytes: Uint8Array): void {
    this.#files.set(path, bytes);
  }

  /** Renames a file; the file in the editor stays open. */
  rename(from: string, to: string): void {
    const bytes = this.#files.get(from);
    if (!bytes) return;
    this.#files.delete(from);
    this.#files.set(to, bytes);
    if (this.#current === from) this.#current = to;
  }

  remove(path: string): void {
    this.#files.delete(path);
    if (this.#current === path) this.#current = '';
  }

  /** The files as a sorted tree, folders first. */
  tree(): readonly TreeNode[] {
    const paths = [...this.#files.keys()].sort();
    const root: TreeNode[] = [];
    const contents = new Map([['', root]]);
    const put = (path: string, describe: (name: string) => TreeNode) => {
      const slash = path.lastIndexOf('/');
      contents.get(path.slice(0, Math.max(0, slash)))!.push(describe(path.slice(slash + 1)));
    };
    for (const path of paths) {
      for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
        const folder = path.slice(0, slash);
        if (contents.has(folder)) continue;
        const children: TreeNode[] = [];
        contents.set(folder, children);
        put(folder, (name) => ({ kind: 'folder', name, path: folder, children }));
      }
    }
    for (const path of paths) put(path, (name) => ({ kind: 'file', name, path }));
    return root;
  }
}
