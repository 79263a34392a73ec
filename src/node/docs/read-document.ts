// A document's programs, read from the disk: the scanner that its suffix asks for, and files that programs name.
import { readFileSync } from 'node:fs';
import { dirname, extname, isAbsolute, join } from 'node:path';
import { type DocProgram, resolvePage } from '../../docs/finding/doc-page.ts';
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

/** Suffixes of documents that are understood. */
export const DOCUMENT_SUFFIXES: readonly string[] = Object.keys(SCANNERS);

/** The programs of a document; undefined for a file that is none. */
export function maybeFindPrograms(file: string, text: string): DocProgram[] | undefined {
  const find = SCANNERS[extname(file).toLowerCase()];
  return find && resolvePage(find(file, text), { readText: readTextBeside });
}

/** Fences of a document that name haze and are not run. */
export function findUnrun(file: string, text: string): DocProblem[] {
  const isMarkdown = SCANNERS[extname(file).toLowerCase()] === findMarkdownPrograms;
  return isMarkdown ? findMarkdownUnrun(file, text) : [];
}

/** The text of a file that a document names; undefined when it cannot be read. */
export function readTextBeside(path: string, document: string): string | undefined {
  if (isAbsolute(path)) return undefined;
  try {
    return maybeReadText(readFileSync(join(dirname(document), path)))?.text;
  } catch {
    return undefined;
  }
}
