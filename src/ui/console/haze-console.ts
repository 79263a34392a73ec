// <haze-console>: what a program prints, as it prints it. Text stays text; every value is a button with its number,
// standard deviation and a small density, which asks the page to look at it (`haze-value`). stderr stands apart, marked.
// Written piece by piece, without a renderer in between: programs print thousands of lines.
import { createOutputSplitter, type OutputPiece } from '../../plot/output-pieces.ts';
import { SparkScales } from '../../plot/spark-scales.ts';
import { defineHazeSpark, type HazeSpark } from '../value/haze-spark.ts';
import type { ViewedValue } from '../value/viewed-value.ts';
import { LineLimit } from './line-limit.ts';
import { BlockWriter } from './output-blocks.ts';
import { describeReference, type ReferenceValue, splitReferences } from './reference-values.ts';
import { labelValue } from './value-label.ts';

/** A value that somebody wants to look at; `reference` when the service has its samples. */
export interface ChosenValue extends ViewedValue {
  readonly reference?: ReferenceValue;
}

/** What is shown; the rest of a longer output can be saved. */
const MOST_VALUES = 5000;
const MOST_CHARACTERS = 400_000;
/** Of a line that a value stands in, what may name it. */
const LONGEST_LABEL = 500;
/** What is kept as printed. */
const MOST_KEPT = 8_000_000;

export class HazeConsole extends HTMLElement {
  #splitter = createOutputSplitter();
  #errorSplitter = createOutputSplitter();
  #stdout: HTMLElement | undefined;
  #stderr: HTMLElement | undefined;
  #stdoutBlocks: BlockWriter | undefined;
  #stderrBlocks: BlockWriter | undefined;
  #lineLimit = new LineLimit();
  #errorLineLimit = new LineLimit();
  #lineNotice: HTMLElement | undefined;
  #printed = '';
  #line = '';
  #valueCount = 0;
  #characterCount = 0;
  #errorCharacterCount = 0;
  #isCut = false;
  #isErrorCut = false;
  #isRaw = false;
  #latest: ViewedValue[] = [];
  #scales = new SparkScales();
  readonly #sparks = new Map<OutputPiece, HazeSpark>();

  /** Values in the order in which they were printed, as far as they are shown. */
  get values(): readonly ViewedValue[] {
    return this.#latest;
  }

  /** What the program has written to stdout, as far as it is kept. */
  get printed(): string {
    return this.#printed;
  }

  /** Whether distributions are shown as the text that was printed. */
  set isRaw(isRaw: boolean) {
    if (isRaw === this.#isRaw) return;
    this.#isRaw = isRaw;
    const printed = this.#printed;
    const stderr = this.#stderr;
    const stderrBlocks = this.#stderrBlocks;
    const errorSplitter = this.#errorSplitter;
    this.clear();
    this.#errorSplitter = errorSplitter;
    this.write(printed);
    this.end();
    if (stderr) {
      this.#stderr = stderr;
      this.#stderrBlocks = stderrBlocks;
      this.append(stderr);
    }
  }

  clear(): void {
    this.#splitter = createOutputSplitter();
    this.#errorSplitter = createOutputSplitter();
    this.#stdout = undefined;
    this.#stderr = undefined;
    this.#stdoutBlocks = undefined;
    this.#stderrBlocks = undefined;
    this.#lineLimit = new LineLimit();
    this.#errorLineLimit = new LineLimit();
    this.#lineNotice = undefined;
    this.#printed = '';
    this.#line = '';
    this.#valueCount = 0;
    this.#characterCount = 0;
    this.#errorCharacterCount = 0;
    this.#isCut = false;
    this.#isErrorCut = false;
    this.#latest = [];
    this.#scales = new SparkScales();
    this.#sparks.clear();
    this.replaceChildren();
  }

  /** More of stdout. */
  write(text: string): void {
    if (this.#printed.length < MOST_KEPT) this.#printed += text;
    this.#show(this.#isRaw ? [{ kind: 'text', text }] : this.#splitter.write(text));
  }

  /** More of stderr. */
  writeError(text: string): void {
    this.#showErrors(this.#errorSplitter.write(text));
  }

  /** The program has printed everything. */
  end(): void {
    this.#show(this.#isRaw ? [] : this.#splitter.end());
    this.#showErrors(this.#errorSplitter.end());
    for (const [piece, limits] of this.#scales.finish()) {
      const spark = this.#sparks.get(piece);
      if (spark) spark.limits = limits;
    }
  }

  #showErrors(pieces: readonly OutputPiece[]): void {
    if (pieces.length === 0 || this.#isErrorCut) return;
    this.#stderr ??= this.#addStream('stderr', 'What the program wrote to stderr');
    this.#stderrBlocks ??= new BlockWriter(this.#stderr);
    // Each stream has room of its own: why a program was stopped stands in stderr, behind whatever it printed.
    const printed = this.#characterCount;
    this.#characterCount = this.#errorCharacterCount;
    for (const piece of pieces) this.#showPiece(piece, 'stderr', this.#stderrBlocks);
    this.#errorCharacterCount = this.#characterCount;
    this.#characterCount = printed;
    if (this.#errorCharacterCount < MOST_CHARACTERS) return;
    this.#isErrorCut = true;
    this.#stderr.append(cutNotice());
  }

  #show(pieces: readonly OutputPiece[]): void {
    if (pieces.length === 0) return;
    this.#stdout ??= this.#addStream('stdout', 'What the program printed');
    this.#stdoutBlocks ??= new BlockWriter(this.#stdout);
    for (const piece of pieces) {
      if (this.#isCut) break;
      const isFull = this.#valueCount >= MOST_VALUES || this.#characterCount >= MOST_CHARACTERS;
      if (!isFull) this.#showPiece(piece, 'stdout', this.#stdoutBlocks);
      // The piece itself may have been cut, and be the last.
      this.#isCut = isFull || this.#characterCount > MOST_CHARACTERS;
      if (this.#isCut) this.#stdout.append(cutNotice());
    }
  }

  #showPiece(piece: OutputPiece, stream: 'stdout' | 'stderr', blocks: BlockWriter): void {
    if (stream === 'stdout') this.#scales.read(piece);
    if (piece.kind === 'value') blocks.append(this.#valueNode(piece, stream));
    else if (stream === 'stderr' || !piece.text.includes('<ValueID>'))
      this.#showText(piece.text, stream, blocks);
    else {
      for (const part of splitReferences(piece.text)) {
        if (typeof part === 'string') this.#showText(part, stream, blocks);
        else blocks.append(this.#referenceNode(part));
      }
    }
  }

  #showText(text: string, stream: 'stdout' | 'stderr', blocks: BlockWriter): void {
    const limit = stream === 'stdout' ? this.#lineLimit : this.#errorLineLimit;
    const { shown, hidden } = limit.take(this.#takeText(text));
    blocks.appendText(shown);
    if (hidden === 0 || this.#lineNotice) return;
    this.#lineNotice = notice('A line is too long to be shown whole; “Save” keeps all of it.');
    this.append(this.#lineNotice);
  }

  #valueNode(piece: OutputPiece & { readonly kind: 'value' }, stream: 'stdout' | 'stderr'): Node {
    const { label, unit } = this.#nameValue();
    const value: ViewedValue = { label, unit, value: piece.value };
    if (stream === 'stdout') this.#latest.push(value);
    const button = this.#valueButton(piece.shown, value);
    button.classList.toggle('plain', !piece.isSpread);
    if (piece.isSpread) {
      const spark = document.createElement('haze-spark');
      spark.value = piece.value;
      button.append(spark);
      if (stream === 'stdout') this.#sparks.set(piece, spark);
    }
    return button;
  }

  /** As much of a text as there is room for. */
  #takeText(text: string): string {
    const room = Math.max(0, MOST_CHARACTERS - this.#characterCount);
    this.#characterCount += text.length;
    const newline = text.lastIndexOf('\n');
    this.#line = (newline < 0 ? this.#line + text : text.slice(newline)).slice(-LONGEST_LABEL);
    return text.length > room ? text.slice(0, room) : text;
  }

  #referenceNode(reference: ReferenceValue): Node {
    const { label, unit } = this.#nameValue();
    const button = this.#valueButton(reference.decimal, { label, unit, reference });
    button.classList.add('reference');
    button.title = describeReference(reference);
    return button;
  }

  #nameValue(): { label: string; unit: string } {
    this.#valueCount += 1;
    const named = labelValue(this.#line, this.#valueCount);
    this.#line = '';
    return named;
  }

  #valueButton(shown: string, chosen: ChosenValue): HTMLButtonElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'value';
    const number = document.createElement('span');
    number.textContent = shown;
    button.append(number);
    button.addEventListener('click', () => {
      this.dispatchEvent(new CustomEvent<ChosenValue>('haze-value', { detail: chosen, bubbles: true }));
    });
    return button;
  }

  #addStream(name: 'stdout' | 'stderr', label: string): HTMLElement {
    const stream = document.createElement('div');
    stream.className = name;
    stream.setAttribute('role', 'group');
    stream.setAttribute('aria-label', label);
    this.append(stream);
    return stream;
  }
}

function cutNotice(): HTMLElement {
  return notice('The output goes on. It is too long to be shown here; “Save” keeps all of it.');
}

function notice(sentence: string): HTMLElement {
  const paragraph = document.createElement('p');
  paragraph.className = 'cut';
  paragraph.textContent = sentence;
  return paragraph;
}

/** Makes the element known to the page. */
export function defineHazeConsole(): void {
  defineHazeSpark();
  if (!customElements.get('haze-console')) customElements.define('haze-console', HazeConsole);
}

declare global {
  interface HTMLElementTagNameMap {
    'haze-console': HazeConsole;
  }
}
