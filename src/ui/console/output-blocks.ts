// Splits long output into blocks of whole lines. A browser lays out only visible blocks (`content-visibility`), so
// the cost per line stays constant even in endless output.

/** A block ends at the first line ending after this many characters. */
const BLOCK_CHARACTERS = 2000;
/** A block that contains only empty lines ends after this many characters. */
const LONGEST_BLOCK_CHARACTERS = 16 * BLOCK_CHARACTERS;
const LINE_EM = 1.5;

/** The state of an unfinished block. */
interface BlockBegun {
  readonly characters: number;
  /** True if the next character begins a line. */
  readonly isAtLineStart: boolean;
}

export interface BlockEnd {
  /** Length of the text up to the block's end. */
  readonly length: number;
  /**
   * True if the end of the block replaces the line ending of its last line. The line ending of an empty line is kept as
   * text.
   */
  readonly isForLine: boolean;
}

/** Finds the end of the current block in the next chunk; undefined if the block continues beyond the chunk. */
export function findBlockEnd(text: string, { characters, isAtLineStart }: BlockBegun): BlockEnd | undefined {
  for (
    let at = text.indexOf('\n', Math.max(0, BLOCK_CHARACTERS - characters));
    at >= 0;
    at = text.indexOf('\n', at + 1)
  ) {
    const isEmpty = at === 0 ? isAtLineStart : text[at - 1] === '\n';
    if (!isEmpty || characters + at >= LONGEST_BLOCK_CHARACTERS)
      return { length: at + 1, isForLine: !isEmpty };
  }
  return undefined;
}

/** Estimated height of a block that has never been visible. */
export function describeBlockHeight(lines: number): string {
  return `auto ${lines * LINE_EM}em`;
}

/** Writes a stream of output into an element, block by block. */
export class BlockWriter {
  readonly #stream: HTMLElement;
  #block: HTMLElement | undefined;
  #characters = 0;
  #lines = 0;
  #isAtLineStart = true;

  constructor(stream: HTMLElement) {
    this.#stream = stream;
  }

  append(node: Node): void {
    this.#block ??= this.#begin();
    this.#block.append(node);
    this.#characters += node.textContent?.length ?? 0;
    this.#isAtLineStart = false;
  }

  appendText(text: string): void {
    let rest = text;
    for (;;) {
      const begun = { characters: this.#characters, isAtLineStart: this.#isAtLineStart };
      const end = findBlockEnd(rest, begun);
      if (!end) break;
      this.#addText(rest.slice(0, end.length), end.isForLine);
      this.#end();
      rest = rest.slice(end.length);
    }
    if (rest !== '') this.#addText(rest, false);
  }

  #addText(text: string, isForLine: boolean): void {
    this.append(document.createTextNode(isForLine ? text.slice(0, -1) : text));
    this.#lines += countLineEnds(text);
    this.#isAtLineStart = text.endsWith('\n');
  }

  #begin(): HTMLElement {
    const block = document.createElement('div');
    this.#stream.append(block);
    return block;
  }

  #end(): void {
    const block = this.#block!;
    block.className = 'block';
    block.style.setProperty('contain-intrinsic-block-size', describeBlockHeight(this.#lines));
    this.#block = undefined;
    this.#characters = 0;
    this.#lines = 0;
    this.#isAtLineStart = true;
  }
}

/** Counts the line endings in a string. */
export function countLineEnds(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
