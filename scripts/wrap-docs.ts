// Part of `npm run check`: lines in documents have at most 120 characters, except tables, code and unbreakable text
// such as a URL. With --write (`npm run format`), it wraps wider paragraphs. Pages in docs/ outside the reference may
// have at most 1500 words, so that they can be read in a few minutes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from './list-files.ts';
import { findProjectRoot } from './project-root.ts';
import { WIDTH, wrapOrReport } from './wrap-text.ts';

const MOST_WORDS = 1500;
/** Reference pages, which have no word limit. */
const REFERENCE = new Set(['docs/rest.md', 'docs/server-options.md', 'docs/uxhw.md']);

/** Wraps every paragraph that contains a line that is too wide; other lines are left unchanged. */
function wrapDocument(text: string): string {
  const out: string[] = [];
  let paragraph: string[] = [];
  let isCode = false;
  const flush = () => {
    out.push(...wrapParagraph(paragraph));
    paragraph = [];
  };
  for (const line of text.split('\n')) {
    const isFence = /^\s*(```|~~~)/.test(line);
    if (isFence) isCode = !isCode;
    const isText = !isFence && !isCode && !/^(\s*$|#|\||<| {4})/.test(line);
    // Four leading spaces mean code, or a continued list item.
    const isContinued = /^ {4}\S/.test(line) && paragraph.length > 0 && !isCode && !isFence;
    if (!isText && !isContinued) {
      flush();
      out.push(line);
      continue;
    }
    if (/^\s*([-*+]|\d+\.) /.test(line)) flush();
    paragraph.push(line);
  }
  flush();
  return out.join('\n');
}

function wrapParagraph(lines: readonly string[]): readonly string[] {
  const [first = ''] = lines;
  if (lines.every((line) => line.length <= WIDTH)) return lines;
  const marker = /^\s*(?:(?:[-*+]|\d+\.) |> )?/.exec(first)![0];
  const indent = marker.endsWith('> ') ? marker : ' '.repeat(marker.length);
  const bare = lines.map((line) => line.trim().replace(marker.endsWith('> ') ? /^> ?/ : /^(?!)/, ''));
  const words = splitWords(bare.join(' ').slice(marker.endsWith('> ') ? 0 : marker.trimStart().length));
  const out: string[] = [];
  let line = marker;
  let isEmpty = true;
  for (const word of words) {
    if (!isEmpty && line.length + 1 + word.length > WIDTH) {
      out.push(line);
      line = indent;
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...out, line];
}

/**
 * Splits text into words; code in backticks counts as one word, and a dash or number is joined to the preceding word,
 * so that it never starts a list.
 */
function splitWords(text: string): string[] {
  const words: string[] = [];
  for (const word of text.match(/(?:`[^`]*`|[^\s`])+/g) ?? []) {
    if (/^([-*+>]|#+|\d+[.)])$/.test(word) && words.length > 0) words.push(`${words.pop()} ${word}`);
    else words.push(word);
  }
  return words;
}

const root = findProjectRoot();
const documents = listFiles('docs').filter((path) => path.endsWith('.md'));
for (const path of ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...documents]) {
  wrapOrReport(root, path, 'a paragraph', wrapDocument);
  const words = readFileSync(join(root, path), 'utf8').match(/\S*[\p{L}\d]\S*/gu)?.length ?? 0;
  if (path.startsWith('docs/') && !REFERENCE.has(path) && words > MOST_WORDS) {
    console.error(
      `${path} has ${words} words, but a documentation page may have at most ${MOST_WORDS}: split it.`,
    );
    process.exitCode = 1;
  }
}
