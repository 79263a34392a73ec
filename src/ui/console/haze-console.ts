// <haze-console>: a program's live output. Plain text is shown unchanged. Every value is a button with its number,
// standard deviation and a small density plot; a click fires `haze-value`. stderr is highlighted. The element writes
// output directly, without a renderer, because programs print thousands of lines.

import { SparkScales } from '../../plot/drawing/spark-scales.ts';
import { createOutputSplitter, type OutputPiece } from '../../plot/printed/output-pieces.ts';
import type { HazeSpark } from '../value/haze-spark.ts';
import '../value/haze-spark.ts';
import type { ViewedValue } from '../value/viewed-value.ts';
import { BlockWriter } from './output-blocks.ts';
import { OutputCut } from './output-cut.ts';
import { describeReference, type ReferenceValue, splitReferences } from './reference-values.ts';
import { LONGEST_LABEL, labelValue } from './value-label.ts';

/** A value that the user has chosen; `reference` is present if the service has its samples. */
export interface ChosenValue extends ViewedValue {
  readonly reference?: ReferenceValue;
}

/** Limits for the output shown for each stream. Longer output can be saved. */
const ROOM = { characters: 400_000, values: 5000 };
/** Maximum length of the output that is retained. */
const MOST_KEPT = 8_000_000;

export class HazeConsole extends HTMLElement {
  #splitter = createOutputSplitter();
  #errorSplitter = createOutputSplitter();
  #stdout: HTMLElement | undefined;
  #stderr: HTMLElement | undefined;
  #stdoutBlocks: BlockWriter | undefined;
  #stderrBlocks: BlockWriter | undefined;
  // Each stream has its own limit, so that stderr always shows why a program stopped, however much it printed to
  // stdout.
  #cut = new OutputCut(ROOM);
  #errorCut = new OutputCut(ROOM);
  #notice: HTMLElement | undefined;
  #errorNotice: HTMLElement | undefined;
  #printed = '';
  #line = '';
  #valueCount = 0;
  #isRaw = false;
  #latest: ViewedValue[] = [];
  /** Values of the output that is being shown again. */
  #known: readonly ViewedValue[] = [];
  #hasEnded = false;
  #scales = new SparkScales();
  readonly #sparks = new Map<OutputPiece, HazeSpark>();

  /** The values printed on stdout, in order. Switching the form of the output preserves their objects. */
  get values(): readonly ViewedValue[] {
    return this.#latest;
  }

  /** The program's stdout, up to the limit. */
  get printed(): string {
    return this.#printed;
  }

  /** True to show distributions as the text that the program printed. */
  set isRaw(isRaw: boolean) {
    if (isRaw === this.#isRaw) return;
    this.#isRaw = isRaw;
    const printed = this.#printed;
    const hasEnded = this.#hasEnded;
    this.#known = this.#latest;
    this.#clearStdout();
    this.write(printed);
    if (hasEnded) this.end();
    this.#known = [];
    this.prepend(...[this.#stdout, this.#notice].filter((node) => node !== undefined));
  }

  clear(): void {
    this.#clearStdout();
    this.#errorSplitter = createOutputSplitter();
    this.#stderr = undefined;
    this.#stderrBlocks = undefined;
    this.#errorCut = new OutputCut(ROOM);
    this.#errorNotice = undefined;
    this.replaceChildren();
  }

  #clearStdout(): void {
    this.#stdout?.remove();
    this.#notice?.remove();
    this.#splitter = createOutputSplitter();
    this.#stdout = undefined;
    this.#stdoutBlocks = undefined;
    this.#cut = new OutputCut(ROOM);
    this.#notice = undefined;
    this.#printed = '';
    this.#line = '';
    this.#valueCount = 0;
    this.#latest = [];
    this.#hasEnded = false;
    this.#scales = new SparkScales();
    this.#sparks.clear();
  }

  /** Appends to stdout. */
  write(text: string): void {
    if (this.#printed.length < MOST_KEPT) this.#printed += text;
    this.#show(this.#splitter.write(text), text);
  }

  /** Appends to stderr. */
  writeError(text: string): void {
    this.#showErrors(this.#errorSplitter.write(text));
  }

  /** Ends the output. */
  end(): void {
    this.#hasEnded = true;
    this.#show(this.#splitter.end(), '');
    this.#showErrors(this.#errorSplitter.end());
    const scales = this.#scales.finish();
    for (const [piece, spark] of this.#sparks) {
      spark.limits = scales.get(piece);
      if (this.#sparks.size > 1)
        spark.title = scales.has(piece) ? 'Scale shared with similar values' : 'Individual scale';
    }
  }

  #showErrors(pieces: readonly OutputPiece[]): void {
    if (pieces.length === 0) return;
    this.#stderr ??= this.#addStream('stderr', 'Output of the program on stderr');
    this.#stderrBlocks ??= new BlockWriter(this.#stderr);
    for (const piece of pieces) this.#showPiece(piece, 'stderr', this.#stderrBlocks);
    this.#errorNotice = tellCut(this.#errorCut, this.#stderr, this.#errorNotice, '');
  }

  #show(pieces: readonly OutputPiece[], raw: string): void {
    if (pieces.length === 0 && (raw === '' || !this.#isRaw)) return;
    this.#stdout ??= this.#addStream('stdout', 'Output of the program');
    this.#stdoutBlocks ??= new BlockWriter(this.#stdout);
    if (this.#isRaw) {
      this.#stdoutBlocks.appendText(this.#cut.takeText(raw));
      for (const piece of pieces) this.#listPiece(piece);
    } else for (const piece of pieces) this.#showPiece(piece, 'stdout', this.#stdoutBlocks);
    this.#notice = tellCut(this.#cut, this.#stdout, this.#notice, ' “Save” includes all of it.');
  }

  #showPiece(piece: OutputPiece, stream: 'stdout' | 'stderr', blocks: BlockWriter): void {
    if (stream === 'stdout') this.#scales.read(piece);
    if (piece.kind === 'value') {
      this.#showValue(piece.shown, stream, blocks, () => this.#valueNode(piece, stream));
    } else if (stream === 'stderr' || !piece.text.includes('<ValueID>'))
      this.#showText(piece.text, stream, blocks);
    else {
      for (const part of splitReferences(piece.text)) {
        if (typeof part === 'string') this.#showText(part, stream, blocks);
        else this.#showValue(part.decimal, stream, blocks, () => this.#referenceNode(part));
      }
    }
  }

  /** Lists a value of raw output. */
  #listPiece(piece: OutputPiece): void {
    if (piece.kind === 'text') this.#readLabel(piece.text);
    else if (this.#latest.length < ROOM.values) this.#listValue(piece, 'stdout');
  }

  #listValue({ value }: OutputPiece & { readonly kind: 'value' }, stream: 'stdout' | 'stderr'): ViewedValue {
    const named = { ...this.#nameValue(), value };
    if (stream === 'stderr') return named;
    const listed = this.#known[this.#latest.length] ?? named;
    this.#latest.push(listed);
    return listed;
  }

  #readLabel(text: string): void {
    const newline = text.lastIndexOf('\n');
    this.#line = (newline < 0 ? this.#line + text : text.slice(newline)).slice(-LONGEST_LABEL);
  }

  #showText(text: string, stream: 'stdout' | 'stderr', blocks: BlockWriter): void {
    this.#readLabel(text);
    blocks.appendText(this.#cutOf(stream).takeText(text));
  }

  #showValue(shown: string, stream: 'stdout' | 'stderr', blocks: BlockWriter, make: () => Node): void {
    const taken = this.#cutOf(stream).takeValue(shown.length);
    if (taken === 'shown') blocks.append(make());
    else blocks.appendText(taken);
  }

  #cutOf(stream: 'stdout' | 'stderr'): OutputCut {
    return stream === 'stdout' ? this.#cut : this.#errorCut;
  }

  #valueNode(piece: OutputPiece & { readonly kind: 'value' }, stream: 'stdout' | 'stderr'): Node {
    const button = this.#valueButton(piece.shown, this.#listValue(piece, stream));
    button.classList.toggle('plain', !piece.isSpread);
    if (piece.isSpread) {
      const spark = document.createElement('haze-spark');
      spark.value = piece.value;
      button.append(spark);
      if (stream === 'stdout') this.#sparks.set(piece, spark);
    }
    return button;
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

/** Shows or updates the amount of hidden output, below the stream. */
function tellCut(
  { hidden }: OutputCut,
  stream: HTMLElement,
  told: HTMLElement | undefined,
  whereIsIt: string,
): HTMLElement | undefined {
  const { characters, values } = hidden;
  if (characters === 0) return told;
  const paragraph = told ?? document.createElement('p');
  paragraph.className = 'cut';
  const among = values === 0 ? '' : `, including ${values.toLocaleString('en')} values,`;
  paragraph.textContent = `${characters.toLocaleString('en')} more characters${among} do not fit here.${whereIsIt}`;
  if (!told) stream.after(paragraph);
  return paragraph;
}

if (!customElements.get('haze-console')) customElements.define('haze-console', HazeConsole);
