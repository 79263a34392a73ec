// One run of a program as the element shows it: what state it is in, its output in pieces, what the compiler said. A
// plain object that is told events and asks to be drawn again; no DOM.
import type { ProgramEnd, ProgramEvent } from '../../client/program/program-messages.ts';
import { createOutputSplitter, type OutputPiece } from '../../plot/output-pieces.ts';
import type { Limits } from '../../plot/plot-limits.ts';
import { SparkScales } from '../../plot/spark-scales.ts';
import { LineLimit } from '../console/line-limit.ts';
import { type BlockEnd, countLineEnds, findBlockEnd } from '../console/output-blocks.ts';
import { formatDuration, formatTime } from '../run/format-figures.ts';

/** Output beyond this is not shown, so that a page stays usable: characters as they are read, and values with texts. */
const MOST_CHARACTERS = 1_000_000;
const MOST_PIECES = 6_000;

export type RunState = 'idle' | 'loading' | 'building' | 'running' | 'ended' | 'not-built' | 'failed';

type NotBuilt = Extract<ProgramEnd, { kind: 'not-built' }>;
export type ShownDiagnostic = NotBuilt['diagnostics'][number];

/** Lines of output that are laid out together. */
export interface OutputBlock {
  readonly pieces: OutputPiece[];
  characters: number;
  lines: number;
  /** Set when it has all of its lines; its last piece is a text then. */
  end: BlockEnd | undefined;
}

/** What is shown in place of a run's own output. */
export interface ShownRun extends Pick<ProgramRun, 'stderr' | 'status' | 'figures'> {
  readonly stdout: string;
}

export class ProgramRun {
  state: RunState = 'idle';
  /** What is going on, or what came of it, in a few words. */
  status = '';
  readonly blocks: OutputBlock[] = [];
  /** What was measured, by name, of a run that has ended. */
  figures: readonly (readonly [name: string, figure: string])[] = [];
  stderr = '';
  diagnostics: readonly ShownDiagnostic[] = [];
  /** Characters of output that are not shown. */
  hidden = 0;
  /** Scales of the values that are a series, once the output is all there. */
  scales: ReadonlyMap<OutputPiece, Limits> = new Map();
  readonly #splitter = createOutputSplitter();
  readonly #lineLimit = new LineLimit();
  readonly #series = new SparkScales();
  readonly #startedMs = performance.now();
  #shown = 0;
  #pieceCount = 0;

  /** All that is shown, in order. */
  get pieces(): OutputPiece[] {
    return this.blocks.flatMap(({ pieces }) => pieces);
  }

  hear(event: ProgramEvent): void {
    switch (event.kind) {
      case 'loading':
        this.state = 'loading';
        this.status = `Downloading the compiler, once: ${tellMegabytes(event.doneBytes)} of ${tellMegabytes(event.totalBytes)} MB`;
        return;
      case 'building':
        this.state = 'building';
        this.status = 'Building…';
        return;
      case 'running':
        this.state = 'running';
        this.status = 'Running…';
        this.diagnostics = event.diagnostics;
        return;
      case 'output':
        if (event.stream === 'stderr') this.#addStderr(event.text);
        else this.#add(this.#splitter.write(event.text));
    }
  }

  end(end: ProgramEnd): void {
    this.#endOutput();
    if (end.kind === 'not-built') {
      this.state = 'not-built';
      this.diagnostics = end.diagnostics;
      this.status =
        this.diagnostics.length > 0
          ? 'The program does not build.'
          : `The program does not build: ${end.problem}`;
      if (this.diagnostics.length === 0) this.#addStderr(end.log);
      return;
    }
    this.state = 'ended';
    const { end: ran, statistics, buildTimeMs } = end;
    const tookMs = performance.now() - this.#startedMs;
    const took = formatDuration(tookMs);
    if (ran.kind === 'stopped' && ran.code === 'cancelled') this.status = `Stopped by you after ${took}`;
    else if (ran.kind === 'stopped') this.status = `Ended after ${took}: ${ran.message}`;
    else if (ran.exitStatus === 0) this.status = `Completed in ${took}`;
    else this.status = `Ended after ${took}: exit status ${ran.exitStatus}`;
    this.figures = [
      ['Total', formatTime(tookMs)],
      ['Build', formatTime(buildTimeMs)],
      ['Run', formatTime(statistics.executionTimeMs)],
      ['Core calls', statistics.hookCalls.toLocaleString('en')],
    ];
  }

  /** Shows the output of another run of the same program. */
  show({ stdout, stderr, status, figures }: ShownRun): void {
    this.#add(this.#splitter.write(stdout));
    this.#endOutput();
    this.#addStderr(stderr);
    this.state = 'ended';
    this.status = status;
    this.figures = figures;
  }

  fail(message: string): void {
    this.#endOutput();
    this.state = 'failed';
    this.status = message;
  }

  #endOutput(): void {
    this.#add(this.#splitter.end());
    this.scales = this.#series.finish();
  }

  #add(pieces: readonly OutputPiece[]): void {
    for (const piece of pieces) {
      this.#series.read(piece);
      const seen = piece.kind === 'value' ? piece.shown : piece.text;
      this.#shown += seen.length;
      if (this.#shown > MOST_CHARACTERS || this.#pieceCount >= MOST_PIECES) this.hidden += seen.length;
      else if (piece.kind === 'text') {
        const { shown, hidden } = this.#lineLimit.take(piece.text);
        this.#addText(shown);
        this.hidden += hidden;
      } else this.#addPiece(piece, this.#openBlock());
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
    } else {
      pieces.push(piece);
      this.#pieceCount += 1;
    }
  }

  #openBlock(): OutputBlock {
    const last = this.blocks.at(-1);
    if (last && !last.end) return last;
    const block = { pieces: [], characters: 0, lines: 0, end: undefined };
    this.blocks.push(block);
    return block;
  }

  #addStderr(text: string): void {
    const room = MOST_CHARACTERS - this.stderr.length;
    this.stderr += text.slice(0, room);
    this.hidden += Math.max(0, text.length - room);
  }
}

function tellMegabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
