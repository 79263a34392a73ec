// <haze-program>: a program in a page, with a button that builds and runs it. Source with colours, output in which every
// distribution stands as a number with its spread and a small density, a viewer for the one that is chosen. Who builds
// and runs is given to it (`runner`), and so is the source: it fetches nothing by itself, since it also stands in frames
// that show what other sites say. docs/embedding.md documents attributes, events, parts and custom properties.
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { until } from 'lit/directives/until.js';
import type { LabStep, LabWish } from '../../client/program/program-lab.ts';
import type { ProgramEnd, ProgramRequest, ProgramRunner } from '../../client/program/program-messages.ts';
import { highlight, splitLines, type Token } from '../../docs/highlight.ts';
import type { OutputPiece } from '../../plot/output-pieces.ts';
import type { UncertaintySubject, UncertaintyView } from '../budget/haze-uncertainty.ts';
import { describeBlockHeight } from '../console/output-blocks.ts';
import { labelValue } from '../console/value-label.ts';
import { defineHazeSpark } from '../value/haze-spark.ts';
import type { HazeValueViewer } from '../value/haze-value-viewer.ts';
import { type OutputBlock, ProgramRun, type ShownDiagnostic } from './program-run.ts';
import { programStyle } from './program-style.ts';

const LANGUAGES: Readonly<Record<string, ProgramRequest['language']>> = {
  c: 'C',
  'c++': 'C++',
  cpp: 'C++',
  cxx: 'C++',
  fortran: 'Fortran',
  f90: 'Fortran',
  f77: 'Fortran',
};
const DEFAULT_CORE = 'C0-S+';

type Value = Extract<OutputPiece, { kind: 'value' }>;

export class HazeProgram extends LitElement {
  static override properties = {
    core: { type: String },
    language: { type: String },
    editable: { type: Boolean },
    arguments: { type: String },
    stdin: { type: String },
    seed: { type: Number },
    label: { type: String },
    controls: { type: Boolean },
    source: { attribute: false },
    problem: { attribute: false },
    _chosen: { state: true },
    _asked: { state: true },
  };
  static override styles = programStyle;

  /** A default core, by name. */
  declare core: string;
  declare language: string;
  declare editable: boolean;
  declare arguments: string;
  declare stdin: string;
  declare seed: number;
  /** What the program is called, for those who do not see it. */
  declare label: string;
  /** Whether the program's inputs stand as sliders and fields beside its result. */
  declare controls: boolean;
  declare source: string;
  /** Why the source is not all there; empty when it is. */
  declare problem: string;
  declare _chosen: Value | undefined;
  /** What is asked about the values of the run. */
  declare _asked: AskedProgram | undefined;
  /** Who builds and runs; asked for with the first run. */
  runner: (() => Promise<ProgramRunner>) | undefined;
  #run = new ProgramRun();
  #stop: AbortController | undefined;
  #drawing: number | undefined;
  /** The program that has run, for whoever asks about it. */
  #subject: UncertaintySubject | undefined;

  constructor() {
    super();
    this.core = DEFAULT_CORE;
    this.language = 'C';
    this.editable = false;
    this.arguments = '';
    this.stdin = '';
    this.seed = 1;
    this.label = 'Program';
    this.controls = false;
    this.source = '';
    this.problem = '';
    defineHazeSpark();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop();
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('_chosen') && this._chosen) void this.#showViewer(this._chosen);
  }

  /** Builds and runs the program as it stands. One that runs is stopped first. */
  async run(): Promise<void> {
    this.stop();
    const run = new ProgramRun();
    const stop = new AbortController();
    const stopped = rejectWhenAborted(stop.signal);
    this.#subject = undefined;
    this.#run = run;
    this.#stop = stop;
    this._chosen = undefined;
    this._asked = undefined;
    run.hear({ kind: 'building' });
    this.requestUpdate();
    this.#tell('haze-run', { source: this.source });
    try {
      const runner = await Promise.race([this.#openRunner(), stopped]);
      const request = this.#describeRequest();
      const printed: string[] = [];
      const end = await runner.run(
        request,
        (event) => {
          run.hear(event);
          if (event.kind === 'output' && event.stream === 'stdout') printed.push(event.text);
          if (event.kind === 'output') this.#tell('haze-output', { stream: event.stream, text: event.text });
          this.#drawSoon();
        },
        stop.signal,
      );
      run.end(end);
      if (end.kind === 'ran' && this.#run === run) {
        const subject = {
          stdout: printed.join(''),
          ask: (wish: LabWish, onStep: (step: LabStep) => void, signal: AbortSignal) =>
            runner.ask(request, wish, onStep, signal),
        };
        this.#subject = subject;
        if (this.controls) this._asked = { subject, view: 'inputs' };
      }
      this.#tell('haze-end', describeEnd(end));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      run.fail(stop.signal.aborted ? 'Stopped.' : message);
      this.#tell('haze-end', {
        kind: stop.signal.aborted ? 'stopped' : 'failed',
        exitStatus: undefined,
        problem: message,
      });
    }
    if (this.#stop === stop) this.#stop = undefined;
    this.requestUpdate();
  }

  /** Stops the program that runs, if any. */
  stop(): void {
    this.#stop?.abort();
    this.#stop = undefined;
  }

  protected override render(): TemplateResult {
    const isBusy = this.#stop !== undefined;
    return html`
      <section part="frame" aria-label=${this.label}>
        <div part="header" class="header">
          <span class="facts" part="facts">${this.#languageName()} · ${this.core}</span>
          <button part="button" type="button" class=${isBusy ? '' : 'main'} @click=${isBusy ? () => this.stop() : () => void this.run()}>${isBusy ? 'Stop' : 'Run'}</button>
        </div>
        ${this.problem === '' ? nothing : html`<p class="problem" role="alert" part="problem">${this.problem}</p>`}
        ${this.#renderSource()} ${this.#renderResult()}
      </section>
    `;
  }

  #renderSource(): TemplateResult {
    const lines = splitLines(highlight(this.source, LANGUAGES[this.language.trim().toLowerCase()] ?? 'C'));
    const wrong = new Set(this.#run.diagnostics.filter(isError).map(({ line }) => line));
    const change = (event: Event) => {
      this.source = (event.target as HTMLTextAreaElement).value;
      this.#tell('haze-change', { source: this.source });
    };
    const keys = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      void this.run();
    };
    return html`<div class="source" part="source" tabindex=${this.editable ? nothing : 0} role=${this.editable ? nothing : 'region'} aria-label=${this.editable ? nothing : `${this.label}: source`}>
      <div class="stack">
        <pre aria-hidden=${this.editable ? 'true' : nothing}><code>${lines.map((line, i) => this.#renderLine(line, wrong.has(i + 1)))}</code></pre>
        ${
          this.editable
            ? html`<textarea aria-label="${this.label}: source" .value=${this.source} spellcheck="false" autocomplete="off" autocapitalize="off" wrap="off" @input=${change} @keydown=${keys}></textarea>`
            : nothing
        }
      </div>
    </div>`;
  }

  #renderLine(tokens: readonly Token[], isWrong: boolean): TemplateResult {
    const parts = tokens.map(({ kind, text }) =>
      kind === 'plain' ? text : html`<span class=${kind}>${text}</span>`,
    );
    return html`<span class=${isWrong ? 'line wrong' : 'line'}>${parts}
</span>`;
  }

  #renderResult(): TemplateResult | typeof nothing {
    const { state, status, figures, diagnostics, blocks, stderr, hidden } = this.#run;
    if (state === 'idle') return nothing;
    const failed = state === 'not-built' || state === 'failed';
    return html`
      <div class="end">
        <p class=${failed ? 'status problem' : 'status'} part="status" role="status">${status}</p>
        ${figures.length === 0 ? nothing : renderFigures(figures)}
      </div>
      ${diagnostics.length === 0 ? nothing : html`<ul class="diagnostics" part="diagnostics">${diagnostics.map(renderDiagnostic)}</ul>`}
      ${blocks.length === 0 ? nothing : html`<div class="output" part="output" tabindex="0" role="region" aria-label="${this.label}: output">${blocks.map((block) => this.#renderBlock(block))}</div>`}
      ${stderr === '' ? nothing : html`<div class="output stderr" part="stderr" tabindex="0" role="region" aria-label="${this.label}: error output">${stderr}</div>`}
      ${hidden === 0 ? nothing : html`<p class="status">${hidden} more characters of output are not shown.</p>`}
      ${this._chosen ? html`<div class="viewer" part="viewer"></div>` : nothing}
      ${this.#renderQuestions()}
    `;
  }

  /** Offered where a value has a distribution. */
  #renderQuestions(): TemplateResult | typeof nothing {
    const subject = this.#subject;
    const isSpread = this.#run.pieces.some((piece) => piece.kind === 'value' && piece.isSpread);
    if (!subject || !(isSpread || this._asked)) return nothing;
    if (!this._asked) {
      const ask = () => {
        this._asked = { subject, view: 'budget', ordinal: this.#ordinalOf(this._chosen) };
      };
      return html`<div class="questions"><button type="button" part="button" @click=${ask}>What makes it uncertain?</button></div>`;
    }
    const close = () => {
      this._asked = undefined;
    };
    return html`<div class="viewer uncertainty" part="uncertainty">
      ${until(loadUncertainty(), nothing)}
      <haze-uncertainty
        .subject=${this._asked.subject}
        .view=${this._asked.view}
        .ordinal=${this._asked.ordinal ?? 0}
        @haze-go-to=${(event: CustomEvent<{ line: number }>) => this.#goTo(event.detail.line)}
        @haze-result=${(event: CustomEvent<{ stdout: string }>) => this.#showOutput(event.detail.stdout)}
      ></haze-uncertainty>
      <button type="button" part="button" @click=${close}>Close</button>
    </div>`;
  }

  #ordinalOf(value: Value | undefined): number {
    const values = this.#run.pieces.filter(({ kind }) => kind === 'value');
    return Math.max(0, value ? values.indexOf(value) : 0);
  }

  /** The output follows the inputs that are set. */
  #showOutput(stdout: string): void {
    const ran = this.#run;
    const run = new ProgramRun();
    run.diagnostics = ran.diagnostics;
    run.show({ stdout, stderr: ran.stderr, status: ran.status, figures: ran.figures });
    this.#run = run;
    this._chosen = undefined;
    this.#drawSoon();
  }

  /** Brings a line of the source into sight: with the caret, where it can be edited. */
  #goTo(line: number): void {
    const area = this.renderRoot.querySelector('textarea');
    const lines = this.source.split('\n');
    const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
    if (area) {
      area.focus();
      area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
    }
    const shown = this.renderRoot.querySelectorAll('.source .line');
    for (const one of shown) one.classList.remove('pointed');
    const wanted = shown[line - 1];
    wanted?.classList.add('pointed');
    wanted?.scrollIntoView({ block: 'nearest' });
    if (!area) this.renderRoot.querySelector<HTMLElement>('.source')?.focus({ preventScroll: true });
  }

  #renderBlock(block: OutputBlock): TemplateResult {
    const { pieces, end, lines } = block;
    const height = end ? `contain-intrinsic-block-size: ${describeBlockHeight(lines)}` : '';
    const shown = pieces.map((piece, index) =>
      this.#renderPiece(piece, end?.isForLine === true && index === pieces.length - 1),
    );
    return html`<div class=${end ? 'block' : ''} .style=${height}>${shown}</div>`;
  }

  #renderPiece(piece: OutputPiece, isCut: boolean): TemplateResult | string {
    if (piece.kind === 'text') return isCut ? piece.text.slice(0, -1) : piece.text;
    if (!piece.isSpread) return piece.shown;
    const choose = () => {
      this._chosen = this._chosen === piece ? undefined : piece;
    };
    return html`<button type="button" class="value" part="value" aria-expanded=${this._chosen === piece} title="Look at the distribution" @click=${choose}>${piece.shown} <haze-spark .value=${piece.value} .limits=${this.#run.scales.get(piece)}></haze-spark></button>`;
  }

  async #showViewer(chosen: Value): Promise<void> {
    const { defineHazeValueViewer } = await import('../value/haze-value-viewer.ts');
    defineHazeValueViewer();
    const place = this.renderRoot.querySelector('.viewer');
    if (!place || this._chosen !== chosen) return;
    const viewer: HazeValueViewer = document.createElement('haze-value-viewer');
    const { pieces } = this.#run;
    const before = pieces[pieces.indexOf(chosen) - 1];
    const ordinal = pieces.filter(({ kind }) => kind === 'value').indexOf(chosen) + 1;
    const named = labelValue(before?.kind === 'text' ? before.text : '', ordinal);
    viewer.values = [{ ...named, value: chosen.value }];
    place.replaceChildren(viewer);
  }

  #describeRequest(): ProgramRequest {
    const { source, core, stdin, seed } = this;
    const language = LANGUAGES[this.language.trim().toLowerCase()];
    if (!language) throw new Error(`There is no language "${this.language}". Languages: C, C++, Fortran.`);
    return {
      source,
      language,
      core,
      arguments: this.arguments,
      stdin,
      seed: Number.isSafeInteger(seed) ? Math.abs(seed) : 1,
    };
  }

  #languageName(): string {
    return LANGUAGES[this.language.trim().toLowerCase()] ?? this.language;
  }

  async #openRunner(): Promise<ProgramRunner> {
    if (!this.runner)
      throw new Error('Nothing here can run programs: the page has not loaded haze-program.js.');
    return this.runner();
  }

  // A program may print a thousand pieces a second; a screen shows sixty pictures.
  #drawSoon(): void {
    this.#drawing ??= requestAnimationFrame(() => {
      this.#drawing = undefined;
      this.requestUpdate();
    });
  }

  #tell(name: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

interface AskedProgram {
  readonly subject: UncertaintySubject;
  readonly view: UncertaintyView;
  readonly ordinal?: number;
}

/** Its code comes with the first question; what is to be said when it does not. */
async function loadUncertainty(): Promise<TemplateResult | typeof nothing> {
  try {
    const { defineHazeUncertainty } = await import('../budget/haze-uncertainty.ts');
    defineHazeUncertainty();
    return nothing;
  } catch {
    return html`<p class="problem" role="alert">What answers this could not be loaded. Check the network, and reload the page.</p>`;
  }
}

/** Never resolved; rejected with the signal's reason. */
function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  const rejected = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  // Whoever waits for it hears of it; nobody may wait any more.
  rejected.catch(() => undefined);
  return rejected;
}

/** How it ended, as listeners are told. */
function describeEnd(end: ProgramEnd): object {
  if (end.kind === 'not-built') return { kind: end.kind, problem: end.problem };
  const { kind, exitStatus } = end.end;
  return { kind, exitStatus, problem: end.end.kind === 'stopped' ? end.end.message : '' };
}

function renderFigures(figures: ProgramRun['figures']): TemplateResult {
  return html`<details part="figures">
    <summary>Details</summary>
    <dl>${figures.map(([name, figure]) => html`<div><dt>${name}</dt><dd>${figure}</dd></div>`)}</dl>
  </details>`;
}

function isError({ severity }: ShownDiagnostic): boolean {
  return severity === 'error' || severity === 'fatal';
}

function renderDiagnostic(diagnostic: ShownDiagnostic): TemplateResult {
  const { severity, line, column, message } = diagnostic;
  const place = line === undefined ? '' : `line ${line}${column === undefined ? '' : `, column ${column}`}: `;
  return html`<li class=${isError(diagnostic) ? 'problem' : 'warning'}>${place}${severity === 'fatal' ? 'error' : severity}: ${message}</li>`;
}
