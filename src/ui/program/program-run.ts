// One run of a program in the element: state, output chunks, the compiler's messages, result. It receives events and
// has no DOM; describe-run.ts contains the wording.
import type { ProgramEnd, ProgramEvent } from '../../client/program/program-messages.ts';
import type { Limits } from '../../plot/drawing/plot-limits.ts';
import { SparkScales } from '../../plot/drawing/spark-scales.ts';
import { createOutputSplitter, type OutputPiece } from '../../plot/printed/output-pieces.ts';
import { type BlockEnd, countLineEnds, findBlockEnd } from '../console/output-blocks.ts';
import { OutputCut } from '../console/output-cut.ts';

/** Maximum output shown, for stdout and stderr separately, so that the page stays usable. */
const ROOM = { characters: 1_000_000, values: 5_000 };
/** Maximum number of stdout characters stored, which is enough for all values shown. */
const MOST_KEPT = 16_000_000;

export type RunState =
  | 'idle'
  | 'waiting'
  | 'loading'
  | 'building'
  | 'running'
  | 'ended'
  | 'not-built'
  | 'failed';

type NotBuilt = Extract<ProgramEnd, { kind: 'not-built' }>;
type Ran = Extract<ProgramEnd, { kind: 'ran' }>;
export type ShownDiagnostic = NotBuilt['diagnostics'][number];

/** Lines of output that the browser lays out as one block. */
export interface OutputBlock {
  readonly pieces: OutputPiece[];
  characters: number;
  lines: number;
  /** The end of a complete block, whose last piece is text. */
  end: BlockEnd | undefined;
}

/** Result of a run. */
export type RunOutcome =
  | { readonly kind: 'not-built'; readonly problem: string }
  | {
      readonly kind: 'ran';
      readonly end: Ran['end'];
      readonly tookMs: number;
      readonly buildTimeMs: number;
      readonly statistics: Ran['statistics'];
    }
  /** The user stopped the build. */
  | { readonly kind: 'stopped' }
  /** The run failed for reasons unrelated to the program. */
  | { readonly kind: 'failed'; readonly error: unknown };

export class ProgramRun {
  state: RunState = 'idle';
  /** Progress of the compiler's download. */
  download: { readonly doneBytes: number; readonly totalBytes: number } | undefined;
  /** Result of a completed run. */
  outcome: RunOutcome | undefined;
  readonly blocks: OutputBlock[] = [];
  stderr = '';
  /** Stdout as printed, including the Ux digits, up to the limit. */
  printed = '';
  diagnostics: readonly ShownDiagnostic[] = [];
  /** Scales of values that form a series; available once the output is complete. */
  scales: ReadonlyMap<OutputPiece, Limits> = new Map();
  readonly #splitter = createOutputSplitter();
  readonly #cut = new OutputCut(ROOM);
  readonly #errorCut = new OutputCut(ROOM);
  readonly #series = new SparkScales();
  readonly #startedMs = performance.now();

  /** Number of hidden characters, counted as received. */
  get hidden(): number {
    return this.#cut.hidden.characters + this.#errorCut.hidden.characters;
  }

  /** All pieces shown, in order. */
  get pieces(): OutputPiece[] {
    return this.blocks.flatMap(({ pieces }) => pieces);
  }

  hear(event: ProgramEvent): void {
    switch (event.kind) {
      case 'loading':
        this.state = 'loading';
        this.download = event;
        return;
      case 'waiting':
      case 'building':
        this.state = event.kind;
        return;
      case 'running':
        this.state = 'running';
        this.diagnostics = event.diagnostics;
        return;
      case 'output':
        if (event.stream === 'stderr') this.#addStderr(event.text);
        else this.#addStdout(event.text);
    }
  }

  end(end: ProgramEnd): void {
    this.#endOutput();
    if (end.kind === 'not-built') {
      this.state = 'not-built';
      this.diagnostics = end.diagnostics;
      this.outcome = { kind: 'not-built', problem: end.problem };
      if (this.diagnostics.length === 0) this.#addStderr(end.log);
      return;
    }
    this.state = 'ended';
    this.outcome = { ...end, tookMs: performance.now() - this.#startedMs };
  }

  /** Shows different output for the same run, leaving everything else unchanged. */
  show(stdout: string, { stderr, diagnostics, outcome }: ProgramRun): void {
    this.diagnostics = diagnostics;
    this.#addStdout(stdout);
    this.#endOutput();
    this.#addStderr(stderr);
    this.state = 'ended';
    this.outcome = outcome;
  }

  /** Ends a run that was stopped or failed before the program exited. */
  fail(outcome: Extract<RunOutcome, { kind: 'stopped' | 'failed' }>): void {
    this.#endOutput();
    this.state = 'failed';
    this.outcome = outcome;
  }

  #addStdout(text: string): void {
    if (this.printed.length < MOST_KEPT) this.printed += text;
    this.#add(this.#splitter.write(text));
  }

  #endOutput(): void {
    this.#add(this.#splitter.end());
    this.scales = this.#series.finish();
  }

  #add(pieces: readonly OutputPiece[]): void {
    for (const piece of pieces) {
      if (piece.kind === 'text') {
        const shown = this.#cut.takeText(piece.text);
        if (shown !== '') this.#series.read({ kind: 'text', text: shown });
        this.#addText(shown);
        continue;
      }
      const taken = this.#cut.takeValue(piece.shown.length);
      if (taken !== 'shown') this.#addText(taken);
      else {
        this.#series.read(piece);
        this.#addPiece(piece, this.#openBlock());
      }
    }
  }

  #addText(text: string): void {
    let rest = text;
    while (rest !== '') {
      const block = this.#openBlock();
      const last = block.pieces.at(-1);
      const isAtLineStart = last === undefined || (last.kind === 'text' && last.text.endsWith('\n'));
      block.end = findBlockEnd(rest, { characters: block.characters, isAtLineStart });
      const taken = rest.slice(0, block.end?.length);
      this.#addPiece({ kind: 'text', text: taken }, block);
      rest = rest.slice(taken.length);
    }
  }

  #addPiece(piece: OutputPiece, block: OutputBlock): void {
    const { pieces } = block;
    const last = pieces.at(-1);
    const seen = piece.kind === 'value' ? piece.shown : piece.text;
    block.characters += seen.length;
    block.lines += countLineEnds(seen);
    if (piece.kind === 'text' && last?.kind === 'text') {
      pieces[pieces.length - 1] = { kind: 'text', text: last.text + piece.text };
    } else pieces.push(piece);
  }

  #openBlock(): OutputBlock {
    const last = this.blocks.at(-1);
    if (last && !last.end) return last;
    const block = { pieces: [], characters: 0, lines: 0, end: undefined };
    this.blocks.push(block);
    return block;
  }

  #addStderr(text: string): void {
    this.stderr += this.#errorCut.takeText(text);
  }
}
