// One run of a program as the element shows it: what state it is in, its output in pieces, what the compiler said. A
// plain object that is told events and asks to be drawn again; no DOM.
import type { ProgramEnd, ProgramEvent } from '../../client/program-messages.ts';
import { createOutputSplitter, type OutputPiece } from '../../plot/output-pieces.ts';

/** Output beyond this is not shown, so that a page stays usable: characters as they are read, and values with texts. */
const MOST_CHARACTERS = 1_000_000;
const MOST_PIECES = 6_000;

export type RunState = 'idle' | 'loading' | 'building' | 'running' | 'ended' | 'not-built' | 'failed';

type NotBuilt = Extract<ProgramEnd, { kind: 'not-built' }>;
export type ShownDiagnostic = NotBuilt['diagnostics'][number];

export class ProgramRun {
  state: RunState = 'idle';
  /** What is going on, or what came of it, in a few words. */
  status = '';
  readonly pieces: OutputPiece[] = [];
  stderr = '';
  diagnostics: readonly ShownDiagnostic[] = [];
  /** Characters of output that are not shown. */
  hidden = 0;
  readonly #splitter = createOutputSplitter();
  #shown = 0;

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
    this.#add(this.#splitter.end());
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
    const times = `built in ${tellTime(buildTimeMs)}, ran for ${tellTime(statistics.executionTimeMs)}`;
    this.status =
      ran.kind === 'exited' ? `Exit status ${ran.exitStatus}; ${times}` : `Stopped: ${ran.message}; ${times}`;
  }

  fail(message: string): void {
    this.#add(this.#splitter.end());
    this.state = 'failed';
    this.status = message;
  }

  #add(pieces: readonly OutputPiece[]): void {
    for (const piece of pieces) {
      const last = this.pieces.at(-1);
      const seen = piece.kind === 'value' ? piece.shown : piece.text;
      this.#shown += seen.length;
      if (this.#shown > MOST_CHARACTERS || this.pieces.length >= MOST_PIECES) this.hidden += seen.length;
      else if (piece.kind === 'text' && last?.kind === 'text') {
        this.pieces[this.pieces.length - 1] = { kind: 'text', text: last.text + piece.text };
      } else this.pieces.push(piece);
    }
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

function tellTime(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
