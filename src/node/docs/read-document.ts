// A document's programs, read from disk: chooses the scanner by suffix, and reads files that programs refer to.
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, extname, isAbsolute, join, relative, sep } from 'node:path';
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
};

/**
 * Reads a file in the document's repository. A document may come from somebody else, so neither `..` nor a link leads
 * to other files on the machine.
 */
function readBeside(path: string, document: string): Buffer | undefined {
  if (isAbsolute(path)) return undefined;
  try {
    const folder = realpathSync(dirname(document));
    const file = realpathSync(join(folder, path));
    const way = relative(findRepository(folder), file);
    const isOutside = isAbsolute(way) || way.split(sep)[0] === '..';
    return isOutside || !statSync(file).isFile() ? undefined : readFileSync(file);
  } catch {
    return undefined;
  }
}

/** The nearest folder around a document that contains `.git`; without one, the document's own folder. */
function findRepository(folder: string): string {
  for (let around = folder; ; around = dirname(around)) {
    if (existsSync(join(around, '.git'))) return around;
    if (around === dirname(around)) return folder;
  }
}
