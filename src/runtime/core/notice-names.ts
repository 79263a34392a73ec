// Shows notices about values to the user, with the values' names from the output, such as "the third value on line 14,
// `lift`". A core reports a notice while it converts a value to text or answers a query about it. The notice is shown
// once the text is in the output. Notices about values that are never printed are shown at the end.

import { isAboutValue, nameUnprinted, nameValue } from '../../uncertainty/core/accuracy.ts';
import type { Operand } from '../../uncertainty/core/core.ts';
import { nameBefore, startOfWord } from '../../uncertainty/core/name-printed.ts';

/**
 * Maximum number of characters of an unfinished line that are buffered for names. Names are short, but a line may never
 * end.
 */
const MOST_KEPT = 1 << 16;
const UX = /Ux[\dA-F]+/g;
const ORDINALS = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
];

interface Waiting {
  readonly sentence: string;
  /** Undefined for a notice that is only waiting for earlier notices. */
  readonly about: Operand | undefined;
  /** Text of the value, once it has been printed. */
  text?: string;
}

export class NoticeNames {
  readonly #show: (sentence: string) => void;
  readonly #decoder = new TextDecoder();
  #waiting: Waiting[] = [];
  #line = 1;
  /** The unfinished output line, except for its beginning if that has been discarded. */
  #text = '';
  /** Number of values in the discarded beginning. */
  #cut = 0;

  constructor(show: (sentence: string) => void) {
    this.#show = show;
  }

  /** Adds a notice from the core. */
  add(sentence: string, value?: Operand): void {
    const about = value && isAboutValue(sentence) ? value : undefined;
    if (about || this.#waiting.length > 0) this.#waiting.push({ sentence, about });
    else this.#show(sentence);
  }

  /** Records the text of a value that is about to be printed. */
  notePrinted({ handle, particle }: Operand, text: string): void {
    for (const one of this.#waiting)
      if (one.about?.handle === handle && Object.is(one.about.particle, particle)) one.text ??= text;
  }

  /** Receives output, and shows notices about its values. */
  write(bytes: Uint8Array): void {
    this.#text += this.#decoder.decode(bytes, { stream: true });
    const end = this.#text.lastIndexOf('\n');
    if (end >= 0) {
      // A notice in the middle of an output line would be unreadable.
      if (this.#waiting.length > 0) this.#showPrinted(end);
      for (let at = this.#text.indexOf('\n'); at >= 0; at = this.#text.indexOf('\n', at + 1)) this.#line++;
      this.#text = this.#text.slice(end + 1);
      this.#cut = 0;
    }
    if (this.#text.length <= MOST_KEPT) return;
    const kept = this.#text.slice(-MOST_KEPT / 2);
    this.#cut += countValues(this.#text) - countValues(kept);
    this.#text = kept;
  }

  /** Shows the notices about values that were not printed. */
  finish(): void {
    this.#showPrinted(this.#text.length);
    for (const { sentence, about } of this.#waiting.splice(0))
      this.#show(about ? nameUnprinted(sentence) : sentence);
  }

  #showPrinted(end: number): void {
    const left: Waiting[] = [];
    // Equal values have the same text and appear in the order of their notices.
    const starts = new Map<string, number>();
    for (const one of this.#waiting) {
      const at = one.text === undefined ? -1 : this.#text.indexOf(one.text, starts.get(one.text));
      if (one.text !== undefined && at >= 0) starts.set(one.text, at + 1);
      if (at >= 0 && at < end) this.#show(nameValue(one.sentence, this.#nameAt(at)));
      else if (one.about || left.length > 0) left.push(one);
      else this.#show(one.sentence);
    }
    this.#waiting = left;
  }

  #nameAt(at: number): string {
    const before = this.#text.slice(0, at);
    const start = before.lastIndexOf('\n') + 1;
    const line = this.#line + before.split('\n').length - 1;
    const nth = countValues(before.slice(start)) + (start === 0 ? this.#cut : 0);
    const name = nameBefore(this.#text, startOfWord(this.#text, at));
    const place = `the ${ORDINALS[nth] ?? `${nth + 1}th`} value on line ${line}`;
    return name === '' ? place : `${place}, \`${name}\`,`;
  }
}

function countValues(text: string): number {
  return text.match(UX)?.length ?? 0;
}
