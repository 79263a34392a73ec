// Output without any line's end: a browser lays a line out as a whole, again with every piece that comes, so that a program
// which never ends its line would take more of the page's time with every second.

/** So many characters of a line are shown. */
export const LONGEST_LINE = 64 * 1024;
/** Stands where a line is cut. */
export const CUT = '…';

/** Cuts lines that come in pieces. */
export class LineLimit {
  #characters = 0;

  /** The current line has passed the limit. */
  get isCut(): boolean {
    return this.#characters > LONGEST_LINE;
  }

  /** A text with its lines as far as they are shown, and how many characters are not. */
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
    // A line gets its mark only once.
    return room < 0 ? '' : line.slice(0, room) + CUT;
  }
}
