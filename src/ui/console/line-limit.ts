// Maximum line length. A browser lays out the whole line again for every new chunk, so an endless line would take up
// more and more of the page's time.

/** Maximum number of characters shown per line. */
export const LONGEST_LINE = 64 * 1024;
/** Ellipsis that marks a truncated line. */
export const CUT = '…';

/** Truncates lines that arrive in chunks. */
export class LineLimit {
  #characters = 0;

  /** True if the current line has exceeded the limit. */
  get isCut(): boolean {
    return this.#characters > LONGEST_LINE;
  }

  /** Returns the part of a chunk to show, and the number of hidden characters. */
  take(text: string): { readonly shown: string; readonly hidden: number } {
    if (this.#characters + text.length <= LONGEST_LINE) {
      const lastEnd = text.lastIndexOf('\n');
      this.#characters = lastEnd < 0 ? this.#characters + text.length : text.length - lastEnd - 1;
      return { shown: text, hidden: 0 };
    }
    let shown = '';
    let hidden = 0;
    for (let from = 0; ; ) {
      const end = text.indexOf('\n', from);
      const line = text.slice(from, end < 0 ? text.length : end);
      shown += this.#takeLine(line);
      hidden += Math.min(line.length, Math.max(0, this.#characters - LONGEST_LINE));
      if (end < 0) return { shown, hidden };
      shown += '\n';
      this.#characters = 0;
      from = end + 1;
    }
  }

  #takeLine(line: string): string {
    const room = LONGEST_LINE - this.#characters;
    this.#characters += line.length;
    if (line.length <= room) return line;
    // A line is marked only once.
    return room < 0 ? '' : line.slice(0, room) + CUT;
  }
}
