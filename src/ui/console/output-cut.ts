// Limits the output shown, so that the page stays usable. The line that exceeds the limit is shown in full, unless
// that line by itself is too long. Hidden output is counted.
import { CUT, LineLimit } from './line-limit.ts';

/**
 * Number of values beyond the limit that are still shown if they share a line with the last value within the limit.
 */
const MOST_VALUES_OF_A_LINE = 1000;
/** Amount of output that is always shown. */
export interface OutputRoom {
  readonly characters: number;
  readonly values: number;
}

/** Truncates an output stream that arrives in chunks. */
export class OutputCut {
  readonly #room: OutputRoom;
  readonly #lines = new LineLimit();
  #characters = 0;
  #values = 0;
  #hiddenCharacters = 0;
  #hiddenValues = 0;
  #isOver = false;

  constructor(room: OutputRoom) {
    this.#room = room;
  }

  get hidden(): { readonly characters: number; readonly values: number } {
    return { characters: this.#hiddenCharacters, values: this.#hiddenValues };
  }

  /** Returns the part of a string to show; '' if there is none. */
  takeText(text: string): string {
    const end = this.#isOver ? 0 : this.#findEnd(text);
    const { shown, hidden } = this.#lines.take(text.slice(0, end));
    this.#characters += end;
    this.#hiddenCharacters += hidden + text.length - end;
    return shown;
  }

  /**
   * Returns whether a value is shown, replaced by the mark of a truncated line, or hidden.
   * @param characters length of the value as received
   */
  takeValue(characters: number): 'shown' | typeof CUT | '' {
    const isRoom = this.#values < this.#room.values + MOST_VALUES_OF_A_LINE;
    if (!this.#isOver && !this.#lines.isCut && isRoom) {
      this.#values += 1;
      this.#characters += characters;
      return 'shown';
    }
    this.#hiddenCharacters += characters;
    this.#hiddenValues += 1;
    if (this.#isOver || this.#lines.isCut) return '';
    this.#isOver = true;
    return CUT;
  }

  /** Length of the part to show: up to the end of the line that exceeds the limit, if the text contains that end. */
  #findEnd(text: string): number {
    const room = this.#room.characters - this.#characters;
    const isFull = this.#values >= this.#room.values;
    if (!isFull && text.length < room) return text.length;
    const at = text.indexOf('\n', isFull ? 0 : Math.max(0, room - 1));
    // A truncated line whose end has not arrived shows no more text.
    this.#isOver = at >= 0 || this.#lines.isCut;
    if (at >= 0) return at + 1;
    return this.#isOver ? 0 : text.length;
  }
}
