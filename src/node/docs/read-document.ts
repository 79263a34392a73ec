// A document's programs, read from disk: chooses the scanner by suffix, and reads files that programs refer to.
import { readFileSync } from 'node:fs';
import { dirname, extname, isAbsolute, join } from 'node:path';
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

function readBeside(path: string, document: string): Buffer | undefined {
  if (isAbsolute(path)) return undefined;
  try {
    return readFileSync(join(dirname(document), path));
  } catch {
    return undefined;
  }
}
