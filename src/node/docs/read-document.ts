// A document's programs, read from disk: chooses the scanner by suffix, and reads files that programs refer to.
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, extname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { type DocProgram, type PageTools, resolvePage } from '../../docs/finding/doc-page.ts';
import { findHtmlPrograms } from '../../docs/finding/find-html.ts';
import { findMarkdownPrograms, findMarkdownUnrun } from '../../docs/finding/find-markdown.ts';
import { findRstPrograms } from '../../docs/finding/find-rst.ts';
import type { FoundProgram } from '../../docs/finding/found-program.ts';
import type { DocProblem } from '../../docs/finding/place.ts';
import { maybeReadText } from './document-text.ts';

type Find = (file: string, text: string) => FoundProgram[];

const SCANNERS: Readonly<Record<string, Find>> = {
  '.md': findMarkdownPrograms,
  '.markdown': findMarkdownPrograms,
  '.mdx': findMarkdownPrograms,
  '.rst': findRstPrograms,
  '.html': findHtmlPrograms,
  '.htm': findHtmlPrograms,
};

/** Suffixes of supported documents. */
export const DOCUMENT_SUFFIXES: readonly string[] = Object.keys(SCANNERS);

/** The programs of a document; undefined for other files. */
export function maybeFindPrograms(file: string, text: string): DocProgram[] | undefined {
  const find = SCANNERS[extname(file).toLowerCase()];
  return find && resolvePage(find(file, text), BESIDE);
}

/** Fences in a document that mention haze but are not run. */
export function findUnrun(file: string, text: string): DocProblem[] {
  const isMarkdown = SCANNERS[extname(file).toLowerCase()] === findMarkdownPrograms;
  return isMarkdown ? findMarkdownUnrun(file, text) : [];
}

/** Reads files that a document refers to, relative to the document. */
export const BESIDE: PageTools = {
  readText: (path, document) => {
    const bytes = readBeside(path, document);
    return bytes && maybeReadText(bytes)?.text;
  },
  readBytes: readBeside,
  maybeRefusal: (path, document) => {
    const found = maybeFind(path, document);
    if (!found) return undefined;
    if (isAbsolute(path)) return `the path "${path}" is absolute: write it relative to the document`;
    if (!found.isOutside) return `the file "${path}" cannot be read, or is not text`;
    return found.isInRepository
      ? `the file "${path}" is outside the document's repository`
      : `the file "${path}" is outside the document's folder, and no repository (.git) was found around the document`;
  },
};

interface FoundFile {
  readonly file: string;
  /** True if the file is outside the document's repository, or outside its folder if there is no repository. */
  readonly isOutside: boolean;
  readonly isInRepository: boolean;
}

/**
 * Reads a file in the document's repository. A document may come from somebody else, so neither `..` nor a link leads
 * to other files on the machine.
 */
function readBeside(path: string, document: string): Buffer | undefined {
  const found = maybeFind(path, document);
  if (!found || found.isOutside || isAbsolute(path)) return undefined;
  try {
    return readFileSync(found.file);
  } catch {
    return undefined;
  }
}

/** Finds an existing file, inside or outside the document's repository. */
function maybeFind(path: string, document: string): FoundFile | undefined {
  try {
    const folder = realpathSync(dirname(document));
    const file = realpathSync(resolve(folder, path));
    if (!statSync(file).isFile()) return undefined;
    const repository = maybeRepository(folder);
    const way = relative(repository ?? folder, file);
    const isOutside = isAbsolute(way) || way.split(sep)[0] === '..';
    return { file, isOutside, isInRepository: repository !== undefined };
  } catch {
    return undefined;
  }
}

/** The nearest folder around a document that contains `.git`. */
function maybeRepository(folder: string): string | undefined {
  for (let around = folder; ; around = dirname(around)) {
    if (existsSync(join(around, '.git'))) return around;
    if (around === dirname(around)) return undefined;
  }
}
