// Part of `npm run check`: comments on their own lines have at most 120 characters per line. With --write
// (`npm run format`), it wraps wider comment paragraphs. Unbreakable text, tables, examples and tool directives are
// left unchanged.
import { listFiles } from './list-files.ts';
import { findProjectRoot } from './project-root.ts';
import { WIDTH, wrapOrReport } from './wrap-text.ts';

const ROOTS = ['src', 'scripts', 'workers', 'entries', 'test', 'bench', 'wasm'];
const SOURCES = /\.(?:ts|tsx|mjs|js)$|^wasm\/.*\.(?:c|h|cpp)$/;
/** Starts of lines that are not prose: tool directives, lists, tables, indented text. */
const FIXED = /^(?:\/|biome-|@ts-|prettier-|eslint-|#|v8 |c8 |istanbul|[-*+•|│┌└├] ?|\d+\. | {2})/;

/** A line of a comment: its leading characters and its text. */
interface CommentLine {
  readonly lead: string;
  readonly text: string;
}

/** Splits text into lines of at most `WIDTH` characters; a longer word gets its own line. */
function fill(text: string, first: string, next: string): string[] {
  const out: string[] = [];
  let line = '';
  for (const word of text.match(/(?:`[^`]*`|\{@[^}]*\}|[^\s`])+|`/g) ?? []) {
    const lead = out.length === 0 ? first : next;
    if (line !== '' && [...`${lead}${line} ${word}`].length > WIDTH) {
      out.push(lead + line);
      line = word;
    } else line += line === '' ? word : ` ${word}`;
  }
  return [...out, (out.length === 0 ? first : next) + line];
}

/** Wraps every paragraph of a comment that contains a line that is too wide. */
function wrapComment(lines: readonly CommentLine[]): string[] {
  const out: string[] = [];
  let paragraph: CommentLine[] = [];
  let isExample = false;
  const flush = () => {
    const [first] = paragraph;
    const isWide = paragraph.some(({ lead, text }) => [...(lead + text)].length > WIDTH);
    if (!first || !isWide) out.push(...paragraph.map(({ lead, text }) => lead + text));
    else {
      const isTag = first.text.startsWith('@');
      const text = paragraph.map((line) => line.text.trim()).join(' ');
      out.push(...fill(text, first.lead, first.lead + (isTag ? '  ' : '')));
    }
    paragraph = [];
  };
  for (const line of lines) {
    const { lead, text } = line;
    const isFence = /^\s*```/.test(text);
    const isTag = text.startsWith('@');
    if (isTag) isExample = text.startsWith('@example');
    const isContinued = text.startsWith('  ') && paragraph[0]?.text.startsWith('@') === true;
    const isProse = text !== '' && !isFence && !isExample && (isContinued || !FIXED.test(text));
    if (isFence && !isTag) isExample = !isExample;
    if (!isProse || isTag) flush();
    if (isProse) paragraph.push(line);
    else out.push((lead + text).trimEnd());
  }
  flush();
  return out;
}

/** Wraps all comments in a file that are on lines of their own. */
function wrapFile(text: string): string {
  const lines = text.split('\n');
  const out: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const [, indent = '', rest] = /^(\s*)\/\/ (.*)$/.exec(line) ?? [];
    if (rest !== undefined) {
      const lead = `${indent}// `;
      const found: CommentLine[] = [];
      const isPart = (other: string | undefined) =>
        other === `${indent}//` || other?.startsWith(lead) === true;
      for (; isPart(lines[at]); at++)
        found.push({ lead, text: lines[at]!.slice(lead.length - 1).replace(/^ /, '') });
      at--;
      out.push(...wrapComment(found));
      continue;
    }
    const [, margin = '', inner] = /^(\s*)\/\*\* (.*) \*\/$/.exec(line) ?? [];
    if (inner !== undefined && [...line].length > WIDTH) {
      const lead = `${margin} * `;
      const [before = '', ...tags] = inner.split(/ (?=@(?:throws|param|returns) )/);
      const wrapped = [before, ...tags].flatMap((part) => wrapComment([{ lead, text: part }]));
      out.push(`${margin}/**`, ...wrapped, `${margin} */`);
      continue;
    }
    out.push(line);
    const [, outer] = /^(\s*)\/\*\*$/.exec(line) ?? [];
    if (outer === undefined) continue;
    const lead = `${outer} * `;
    const found: CommentLine[] = [];
    for (at++; at < lines.length && !lines[at]!.includes('*/'); at++)
      found.push({ lead, text: lines[at]!.slice(lead.length - 1).replace(/^ /, '') });
    out.push(...wrapComment(found), lines[at] ?? '');
  }
  return out.join('\n');
}

const root = findProjectRoot();
for (const path of ROOTS.flatMap(listFiles))
  if (SOURCES.test(path)) wrapOrReport(root, path, 'a comment', wrapFile);
