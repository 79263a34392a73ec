// Fences of a Markdown document (CommonMark 0.31, 4.5), including fences in quotations, lists and MkDocs admonitions.
// Fences inside HTML (4.6) or indented code (4.4) are text; if they mention haze, they are listed with the reason.

export interface Fence {
  /** Prefix of the opening line, as written. */
  readonly indent: string;
  readonly info: string;
  /** 0-based numbers of the opening line and of the closing line (or the last line if there is no closing line). */
  readonly first: number;
  readonly last: number;
  /** False if the document or the container ends before the fence is closed. */
  readonly isClosed: boolean;
  readonly text: string;
}

/** A fence that is treated only as text. */
export interface TextFence {
  readonly info: string;
  /** 0-based line number. */
  readonly line: number;
  readonly reason: string;
}

export interface MarkdownBlocks {
  readonly fences: readonly Fence[];
  readonly textFences: readonly TextFence[];
}

/** A quotation, or a list item whose lines are indented by at least `offset` columns. */
type Container = 'quotation' | { readonly offset: number };

interface HtmlKind {
  readonly start: RegExp;
  /** Names that the first group of `start` may match; absent if any name may match. */
  readonly tags?: ReadonlySet<string>;
  /** Matches the end of the block within a line; undefined for blocks that end at an empty line. */
  readonly end?: RegExp;
  readonly reason: string;
  readonly interrupts: boolean;
}

const BLOCK_TAGS: ReadonlySet<string> = new Set(
  (
    'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|' +
    'fieldset|figcaption|figure|footer|form|frame|frameset|h1|h2|h3|h4|h5|h6|head|header|hr|html|iframe|legend|li|link|main|menu|' +
    'menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|' +
    'track|ul'
  ).split('|'),
);
const IN_HTML = 'inside HTML, which ends at a blank line';
const HTML: readonly HtmlKind[] = [
  {
    start: /^<(?:pre|script|style|textarea)(?=[\s>]|$)/i,
    end: /<\/(?:pre|script|style|textarea)>/i,
    reason: 'inside an HTML element whose text is shown or run unchanged',
    interrupts: true,
  },
  { start: /^<!--/, end: /-->/, reason: 'inside a comment', interrupts: true },
  { start: /^<\?/, end: /\?>/, reason: 'inside a processing instruction', interrupts: true },
  { start: /^<!\[CDATA\[/, end: /\]\]>/, reason: 'inside CDATA', interrupts: true },
  { start: /^<![a-z]/i, end: />/, reason: 'inside a declaration', interrupts: true },
  { start: /^<\/?([a-z][a-z0-9]*)(?=[\s>]|\/>|$)/i, tags: BLOCK_TAGS, reason: IN_HTML, interrupts: true },
  { start: /^<\/?[a-z][\w-]*(?:\s[^<>]*)?>\s*$/i, reason: IN_HTML, interrupts: false },
];
const MDX: readonly HtmlKind[] = [
  { start: /^\{\/\*/, end: /\*\/\}/, reason: 'inside a comment', interrupts: true },
];

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)/;
const QUOTATION = /^ {0,3}> ?/;
const ITEM = /^( {0,3}(?:[-*+]|\d{1,9}[.)]))( +|$)/;
const ADMONITION = /^ {0,3}(?:!!!|\?\?\?\+?|===) /;
const RULE = /^ {0,3}(?:(?:\* *){3,}|(?:- *){3,}|(?:_ *){3,})$/;
const HEADING = /^ {0,3}#{1,6}(?:\s|$)/;

/** Reads a document line by line. */
class BlockReader {
  readonly fences: Fence[] = [];
  readonly textFences: TextFence[] = [];
  readonly #lines: readonly string[];
  readonly #isMdx: boolean;
  #containers: Container[] = [];
  #isParagraph = false;
  #html: HtmlKind | undefined;
  #open: { readonly first: number; readonly mark: string; readonly info: string } | undefined;

  constructor(lines: readonly string[], isMdx: boolean) {
    this.#lines = lines;
    this.#isMdx = isMdx;
  }

  read(): MarkdownBlocks {
    this.#lines.forEach((line, i) => {
      this.#readLine(expandTabs(line), i);
    });
    if (this.#open) this.#close(this.#lines.length - 1, false);
    return this;
  }

  #readLine(line: string, i: number): void {
    const { kept, rest } = this.#matchContainers(line);
    const isInside = kept === this.#containers.length;
    if (this.#open && isInside) {
      const [, mark = '', more = ''] = FENCE.exec(this.#shift(rest)) ?? [];
      if (mark.startsWith(this.#open.mark) && more.trim() === '') this.#close(i, true);
      return;
    }
    if (this.#open) this.#close(i - 1, false);
    if (this.#html && isInside && (this.#html.end || rest.trim() !== '')) {
      this.#noteText(rest, i, this.#html.reason);
      if (this.#html.end?.test(rest)) this.#html = undefined;
      return;
    }
    this.#html = undefined;
    this.#readBlocks(kept, rest, i);
  }

  /** MDX has no indented code, so a fence may begin at any column. */
  #shift(rest: string): string {
    return this.#isMdx ? rest.trimStart() : rest;
  }

  /** Returns the number of containers that continue on a line, and the text after their prefixes. */
  #matchContainers(line: string): { readonly kept: number; readonly rest: string } {
    let rest = line;
    let kept = 0;
    for (const container of this.#containers) {
      if (container === 'quotation') {
        const [prefix] = QUOTATION.exec(rest) ?? [];
        if (prefix === undefined) break;
        rest = rest.slice(prefix.length);
      } else if (rest.trim() !== '') {
        if (indentOf(rest) < container.offset) break;
        rest = rest.slice(container.offset);
      }
      kept++;
    }
    return { kept, rest };
  }

  #readBlocks(kept: number, line: string, i: number): void {
    const outer = this.#containers;
    let rest = line;
    const inner: Container[] = [];
    // A list item interrupts a paragraph only if the item has text and its number, if any, is 1.
    let isParagraph = this.#isParagraph;
    for (let next = this.#maybeContainer(rest, isParagraph); next; ) {
      inner.push(next.container);
      rest = next.rest;
      isParagraph = false;
      next = this.#maybeContainer(rest, isParagraph);
    }
    const isLazy = kept < outer.length && inner.length === 0 && this.#isParagraph && isPlainText(rest);
    if (isLazy) return;
    if (kept < outer.length || inner.length > 0) {
      this.#containers = [...outer.slice(0, kept), ...inner];
      this.#isParagraph = false;
    }
    if (rest.trim() === '') {
      this.#isParagraph = false;
    } else if (indentOf(rest) >= 4 && !this.#isMdx) {
      if (!this.#isParagraph) this.#noteText(rest, i, 'indented by four columns, which makes it plain text');
    } else {
      this.#readLeaf(rest, i);
    }
  }

  #maybeContainer(
    rest: string,
    isParagraph: boolean,
  ): { readonly container: Container; readonly rest: string } | undefined {
    const [quotation] = QUOTATION.exec(rest) ?? [];
    if (quotation !== undefined) return { container: 'quotation', rest: rest.slice(quotation.length) };
    if (!this.#isMdx && ADMONITION.test(rest)) return { container: { offset: indentOf(rest) + 4 }, rest: '' };
    const [whole, marker = '', blanks = ''] = ITEM.exec(rest) ?? [];
    if (whole === undefined || RULE.test(rest)) return undefined;
    const isEmpty = rest.length === whole.length;
    if (isParagraph && (isEmpty || !/^ *(?:[-*+]|1[.)])$/.test(marker))) return undefined;
    const width = isEmpty || blanks.length > 4 ? 1 : blanks.length;
    const offset = marker.length + width;
    return { container: { offset }, rest: rest.slice(Math.min(offset, rest.length)) };
  }

  #readLeaf(rest: string, i: number): void {
    const [, mark = '', info = ''] = FENCE.exec(this.#shift(rest)) ?? [];
    // Backticks in the info string would make the line inline code.
    if (mark !== '' && !(mark[0] === '`' && info.includes('`'))) {
      this.#open = { first: i, mark, info };
      this.#isParagraph = false;
      return;
    }
    const text = rest.trimStart();
    const html = (this.#isMdx ? MDX : HTML).find(
      (kind) => startsHtml(kind, text) && (kind.interrupts || !this.#isParagraph),
    );
    if (html) {
      const isOneLine = html.end?.test(text.replace(html.start, ''));
      this.#html = isOneLine ? undefined : html;
    }
    this.#isParagraph = !html && !RULE.test(rest) && !HEADING.test(rest);
  }

  #noteText(rest: string, line: number, reason: string): void {
    const [, , info] = FENCE.exec(rest.trimStart()) ?? [];
    if (info !== undefined) this.textFences.push({ info, line, reason });
  }

  #close(last: number, isClosed: boolean): void {
    const { first, mark, info } = this.#open!;
    const opening = this.#lines[first]!;
    const indent = opening.slice(0, opening.indexOf(mark));
    const end = isClosed ? last : last + 1;
    const body = this.#lines.slice(first + 1, end).map((line) => `${takeIndent(line, indent)}\n`);
    this.fences.push({ indent, info, first, last, isClosed, text: body.join('') });
    this.#open = undefined;
  }
}

function startsHtml({ start, tags }: HtmlKind, text: string): boolean {
  const [whole, tag = ''] = start.exec(text) ?? [];
  return whole !== undefined && (!tags || tags.has(tag.toLowerCase()));
}

/** Finds all fences in a document's lines. */
export function readMarkdownBlocks(lines: readonly string[], isMdx: boolean): MarkdownBlocks {
  return new BlockReader(lines, isMdx).read();
}

/** True if the line can continue a paragraph whose container has ended. */
function isPlainText(rest: string): boolean {
  return rest.trim() !== '' && !FENCE.test(rest) && !RULE.test(rest) && !HEADING.test(rest);
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** Expands tabs to spaces, with tab stops every four columns. */
function expandTabs(line: string): string {
  if (!line.includes('\t')) return line;
  let expanded = '';
  for (const character of line)
    expanded += character === '\t' ? ' '.repeat(4 - (expanded.length % 4)) : character;
  return expanded;
}

/** Removes the fence's prefix from a line, or as much of the prefix as is present. */
function takeIndent(line: string, indent: string): string {
  let at = 0;
  while (at < indent.length && at < line.length && /[\s>]/.test(line[at]!)) at++;
  return line.slice(at);
}
