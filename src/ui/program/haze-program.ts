// <haze-program>: a program in a page, with a button that builds and runs it. The element shows highlighted source,
// output in which each distribution appears as a number with its spread and a small density plot, and a viewer for the
// chosen value. The page provides source and `runner`. The element fetches nothing itself, because it also runs in
// frames that show content from other sites. docs/embedding-reference.md documents attributes, events, parts and custom
// properties.

import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { until } from 'lit/directives/until.js';
import type { LabStep, LabWish } from '../../client/program/program-lab.ts';
import type {
  DataContents,
  ProgramEnd,
  ProgramRequest,
  ProgramRunner,
} from '../../client/program/program-messages.ts';
import { maybeProgramSeed, type ProgramSeed } from '../../client/program/program-seed.ts';
import { rejectWhenAborted } from '../../client/program/when-aborted.ts';
import { type ElementWords, elementWordsOf } from '../../docs/words/element-words.ts';
import { messageOf } from '../../errors/message-of.ts';
import type { OutputPiece } from '../../plot/printed/output-pieces.ts';
import { DEFAULT_CORE } from '../../uncertainty/core/default-core.ts';
import type { ChangedResult } from '../budget/haze-controls.ts';
import type { UncertaintyView } from '../budget/haze-uncertainty.ts';
import { findFigures, type UncertaintySubject } from '../budget/uncertainty-subject.ts';
import { describeBlockHeight } from '../console/output-blocks.ts';
import { labelValue } from '../console/value-label.ts';
import { attribute, element, fire, given, state } from '../element/element.ts';
import { ProgramMargin } from '../lines/program-margin.ts';
import { describeLink } from '../share/describe-link.ts';
import '../value/haze-spark.ts';
import type { HazeValueViewer } from '../value/haze-value-viewer.ts';
import { RunFigures } from '../value/run-figures.ts';
import type { ViewedValue } from '../value/viewed-value.ts';
import { STOPPED } from './frame-messages.ts';
import { loadUncertainty } from './load-uncertainty.ts';
import { languageAt } from './page-language.ts';
import { maybeLanguage } from './program-language.ts';
import { type OutputBlock, ProgramRun } from './program-run.ts';
import { programStyle } from './program-style.ts';
import { ProgramTools } from './program-tools.ts';
import { describeEnd, isError, renderDiagnostic, renderEnd } from './render-end.ts';
import { renderSource } from './render-source.ts';

/** A text property that reverts to its default if its attribute is removed. */
const textOr = (fallback: string) => ({ converter: (text: string | null) => text ?? fallback });

type Value = Extract<OutputPiece, { kind: 'value' }>;

export class HazeProgram extends element({
  /** Name of a default core. */
  core: attribute<string>(textOr(DEFAULT_CORE), DEFAULT_CORE),
  language: attribute(textOr('C'), 'C'),
  editable: attribute({ type: Boolean }, false),
  arguments: attribute(textOr(''), ''),
  stdin: attribute(textOr(''), ''),
  /** The seed; a 64-bit bigint if a number would not be exact. */
  seed: attribute<ProgramSeed>(
    { converter: (text: string | null) => maybeProgramSeed(text ?? '1') ?? Number.NaN },
    1,
  ),
  /** Label for screen readers; '' for `Program` in the page's language, numbered from the second program onwards. */
  label: attribute(textOr(''), ''),
  /** The source file's name, shown in the bar; '' if there is none. */
  file: attribute(textOr(''), ''),
  /** Shows the program's inputs as sliders and fields next to the result. */
  controls: attribute({ type: Boolean }, false),
  /** Shows the run's state in the bar at the top, so that the element does not grow. */
  compact: attribute({ type: Boolean }, false),
  /** Shows each line's last uncertain value after a run. */
  margin: attribute({ type: Boolean }, false),
  /** A change re-renders the element in the language of the surrounding page (page-language.ts). */
  _lang: attribute<string | null>({ attribute: 'lang' }),
  source: given(''),
  /** Hidden files that are built together with the source, by path. */
  files: given<Readonly<Record<string, string>>>({}),
  /** Files that the program finds in its working directory, by path. */
  data: given<DataContents>({}),
  /** Error about an incomplete source; '' if there is none. */
  problem: given(''),
  _chosen: state<Value | undefined>(),
  /** The open question about the run's values. */
  _asked: state<
    | { readonly subject: UncertaintySubject; readonly view: UncertaintyView; readonly ordinal?: number }
    | undefined
  >(),
  /** Value shown for the line that the reader selected. */
  _line: state<ViewedValue | undefined>(),
}) {
  static override styles = programStyle;
  /** Creates, on the first run, the runner that builds and runs programs. */
  runner: (() => Promise<ProgramRunner>) | undefined;
  /** Loads the module built from the given source, which runs without a compiler; undefined if there is none. */
  loadModule: (() => Promise<Uint8Array | undefined>) | undefined;
  /** Source edited by the reader, and the source that it replaced. */
  #edited: { readonly from: string; readonly to: string } | undefined;
  /** The playground's URL, if any. */
  playground: (() => URL) | undefined;
  readonly #tools = new ProgramTools(this);
  readonly #margin = new ProgramMargin(() => this.requestUpdate());
  readonly #figures = new RunFigures(() => this.#showFigures());
  /** User-interface text in the language of the surrounding page. */
  #words: ElementWords = elementWordsOf('');
  #lang = '';
  readonly #pageWatch = new MutationObserver(() => this.requestUpdate());
  #run = new ProgramRun();
  #stop: AbortController | undefined;
  #drawing: number | undefined;
  /** Program of the run whose result is displayed. */
  #ran: ProgramRequest | undefined;
  #startedAt = new Date(0);
  /**
   * Incremented by every call to `run` and `stop`, because a call that is waiting for the previous run may become
   * obsolete.
   */
  #calls = 0;
  /** Settles after the last event of the current run. */
  #ending: Promise<void> | undefined;
  /** True if the output is for changed inputs, which the values at the ends of lines are not. */
  #hasOtherInputs = false;
  /** Lists the line values of the last run. */
  #listLines: (() => Promise<void>) | undefined;
  /** The last run, which questions refer to. */
  #subject: UncertaintySubject | undefined;

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    // Before this class was loaded, the page may have displayed the source in this element (plain-sources.ts).
    this.shadowRoot?.replaceChildren();
    return super.createRenderRoot();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#pageWatch.observe(document.documentElement, { attributeFilter: ['lang'] });
    // Renders again, because the element may have been moved to a part of the page in another language.
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#pageWatch.disconnect();
    this.stop();
  }

  protected override willUpdate(): void {
    const lang = languageAt(this);
    if (lang === this.#lang) return;
    this.#lang = lang;
    this.#words = elementWordsOf(lang);
  }

  protected override updated(changed: PropertyValues): void {
    const viewed = this._chosen ? this.#describeChosen(this._chosen) : this._line;
    if ((changed.has('_chosen') || changed.has('_line')) && viewed) void this.#showViewer(viewed);
  }

  /** Builds and runs the current program, after stopping any running program. */
  async run(): Promise<void> {
    this.stop();
    const call = this.#calls;
    // Pages receive the event for a run's end before the events of the next run.
    if (this.#ending) await this.#ending;
    if (call !== this.#calls) return;
    this.#ending = this.#runNow().finally(() => {
      this.#ending = undefined;
    });
    await this.#ending;
  }

  async #runNow(): Promise<void> {
    const run = new ProgramRun();
    const stop = new AbortController();
    const stopped = rejectWhenAborted(stop.signal);
    this.#subject = undefined;
    this.#listLines = undefined;
    this.#ran = undefined;
    this.#hasOtherInputs = false;
    this.#run = run;
    this.#stop = stop;
    this._chosen = undefined;
    this._line = undefined;
    this._asked = undefined;
    this.#margin.clear();
    this.#figures.clear();
    run.hear({ kind: 'building' });
    this.requestUpdate();
    fire(this, 'haze-run', { source: this.source });
    try {
      const [runner, module] = await Promise.race([this.#prepare(), stopped]);
      this.#ran = this.#describeRequest();
      this.#startedAt = new Date();
      const request = { ...this.#ran, ...(module ? { module } : {}) };
      const end = await runner.run(
        request,
        (event) => {
          run.hear(event);
          if (event.kind === 'output') fire(this, 'haze-output', { stream: event.stream, text: event.text });
          this.#drawSoon();
        },
        stop.signal,
      );
      run.end(end);
      if (end.kind === 'ran' && this.#run === run) {
        const subject = {
          stdout: run.printed,
          ask: (wish: LabWish, onStep: (step: LabStep) => void, signal: AbortSignal) =>
            runner.ask(request, wish, onStep, signal),
        };
        this.#subject = subject;
        if (this.controls) this._asked = { subject, view: 'inputs' };
        this.#listLines = () => this.#list(end, subject);
        void this.#listLines();
      }
      fire(this, 'haze-end', describeEnd(end));
    } catch (error) {
      const isStopped = stop.signal.aborted;
      run.fail(isStopped ? { kind: 'stopped' } : { kind: 'failed', error });
      fire(this, 'haze-end', {
        kind: isStopped ? 'stopped' : 'failed',
        exitStatus: undefined,
        problem: isStopped ? STOPPED : messageOf(error),
      });
    }
    if (this.#stop === stop) this.#stop = undefined;
    this.requestUpdate();
  }

  /** Opens the runner, and loads everything that a run without a compiler needs. */
  async #prepare(): Promise<[ProgramRunner, Uint8Array | undefined]> {
    const module = this.#isEdited ? undefined : this.loadModule?.();
    const opening = this.#openRunner();
    if (module) void opening.then((runner) => runner.prepare()).catch(() => undefined);
    return Promise.all([opening, module]);
  }

  /** Prepares for a run that the reader is about to start. */
  readonly #expectRun = (): void => {
    if (this.#run.state === 'idle' && this.loadModule) void this.#prepare().catch(() => undefined);
  };

  /** Stops the running program, if any. */
  stop(): void {
    this.#calls += 1;
    this.#stop?.abort();
    this.#stop = undefined;
  }

  protected override render(): TemplateResult {
    const isBusy = this.#stop !== undefined;
    const words = this.#words;
    return html`
      <section part="frame" lang=${words.lang} aria-label=${this.#name}>
        <div part="header" class="header">
          <span class="facts" part="facts"><bdi dir="ltr">${this.file === '' ? '' : `${this.file} · `}${maybeLanguage(this.language) ?? this.language} · ${this.core}</bdi></span>
          ${this.compact ? html`${this.#renderEnd()} ${this.#renderOffer()}` : nothing}
          <span class="tools ${this.#run.state === 'idle' ? '' : 'after'}">
            ${this.#renderTools()}
            <button part="button" type="button" class=${isBusy ? '' : 'main'} dir="auto" @pointerenter=${this.#expectRun} @focus=${this.#expectRun} @click=${isBusy ? () => this.stop() : () => void this.run()}>${isBusy ? words.stop : words.run}</button>
          </span>
        </div>
        ${this.problem === '' ? nothing : html`<p class="problem" role="alert" part="problem" lang="en" dir="ltr">${this.problem}</p>`}
        ${this.#tools.renderNotice(words)} ${this.#renderSource()} ${this.#renderResult()}
      </section>
    `;
  }

  #renderTools(): TemplateResult {
    const describe = () => describeLink(this.#describeRequest(), this.#name);
    const edit = () => this.renderRoot.querySelector('textarea')?.focus();
    return html`${this.#tools.render(this.source, describe, this.playground, this.#words)}
      ${this.editable ? html`<button part="button" type="button" class="tool" dir="auto" @click=${edit}>${this.#words.edit}</button>` : nothing}`;
  }

  #renderSource(): TemplateResult {
    const { source, language, editable: isEditable } = this;
    const name = `${this.#name}: ${this.#words.source}`;
    const own = this.#run.diagnostics.filter(({ file = '' }) => !Object.hasOwn(this.files, file));
    const wrong = new Set(own.filter(isError).flatMap(({ line }) => line ?? []));
    const change = (changed: string) => {
      // Loads the compiler while the reader types.
      if (!this.#edited)
        void this.#openRunner()
          .then((runner) => runner.warm(this.#describeRequest()))
          .catch(() => undefined);
      const from = this.source === this.#edited?.to ? this.#edited.from : this.source;
      this.#edited = { from, to: changed };
      this.source = changed;
      fire(this, 'haze-change', { source: changed });
    };
    const hasMargin = this.margin && this.#margin.isOn && !this.#isStale && !this.#hasOtherInputs;
    const margin = hasMargin ? this.#margin.nodes : NO_VALUES;
    return html`<div @haze-value=${this.#viewLine}>
      ${renderSource(
        { source, language: maybeLanguage(language) ?? 'C', name, isEditable, wrong, margin },
        { change, run: () => void this.run() },
      )}
    </div>`;
  }

  #renderResult(): TemplateResult | typeof nothing {
    const { state, diagnostics, blocks, stderr, hidden } = this.#run;
    if (state === 'idle') return nothing;
    const words = this.#words;
    const name = (of: string) => `${this.#name}: ${of}`;
    const stale = this.#isStale ? 'stale' : '';
    return html`
      ${this.compact ? nothing : this.#renderEnd()}
      ${diagnostics.length === 0 ? nothing : html`<ul class="diagnostics" part="diagnostics" lang="en" dir="ltr">${diagnostics.map((one) => renderDiagnostic(one, this.files))}</ul>`}
      ${blocks.length === 0 ? nothing : html`<div class="output ${stale}" part="output" tabindex="0" role="region" aria-label=${name(words.output)}>${blocks.map((block) => this.#renderBlock(block))}</div>`}
      ${stderr === '' ? nothing : html`<div class="output stderr ${stale}" part="stderr" tabindex="0" role="region" aria-label=${name(words.errorOutput)}>${stderr}</div>`}
      ${hidden === 0 ? nothing : html`<p class="status" dir="auto">${words.notShown(words.number(hidden))}</p>`}
      ${this._chosen || this._line ? html`<div class="viewer" part="viewer"></div>` : nothing}
      ${this.compact ? nothing : this.#renderOffer()} ${this.#renderQuestions()}
    `;
  }

  /** Renders the question buttons if a value has a distribution. */
  #renderOffer(): TemplateResult | typeof nothing {
    const subject = this.#subject;
    const isSpread = this.#run.pieces.some((piece) => piece.kind === 'value' && piece.isSpread);
    if (!subject || !isSpread || this._asked) return nothing;
    const ask = () => {
      this._asked = { subject, view: 'budget', ordinal: this.#ordinalOf(this._chosen) };
    };
    return html`<div class="questions"><button type="button" part="button" dir="auto" @click=${ask}>${this.#words.ask}</button>${this.#renderSwitch()}</div>`;
  }

  /** Renders the switch for the values at the ends of lines. */
  #renderSwitch(): TemplateResult | typeof nothing {
    if (!this.margin) return nothing;
    const toggle = () => {
      this.#margin.isOn = !this.#margin.isOn;
      if (this.#margin.nodes.size === 0) void this.#listLines?.();
      this.requestUpdate();
    };
    return html` <button type="button" part="button" dir="auto" aria-pressed=${this.#margin.isOn} @click=${toggle}>${this.#words.lines}</button>`;
  }

  #renderQuestions(): TemplateResult | typeof nothing {
    if (!this.#subject || !this._asked) return nothing;
    const close = () => {
      this._asked = undefined;
    };
    return html`<div class="viewer uncertainty" part="uncertainty">
      ${until(loadUncertainty(this.#words), nothing)}
      <haze-uncertainty
        lang="en"
        .subject=${this._asked.subject}
        .view=${this._asked.view}
        .ordinal=${this._asked.ordinal ?? 0}
        @haze-go-to=${(event: CustomEvent<{ file: string; line: number }>) => this.#goTo(event.detail)}
        @haze-result=${(event: CustomEvent<ChangedResult>) => this.#showOutput(event.detail)}
      ></haze-uncertainty>
      <button type="button" part="button" dir="auto" @click=${close}>${this.#words.close}</button>
    </div>`;
  }

  #ordinalOf(value: Value | undefined): number {
    const values = this.#run.pieces.filter(({ kind }) => kind === 'value');
    return Math.max(0, value ? values.indexOf(value) : 0);
  }

  /** Shows the output for the chosen inputs. */
  #showOutput({ stdout, isChanged }: ChangedResult): void {
    const run = new ProgramRun();
    run.show(stdout, this.#run);
    this.#run = run;
    this.#hasOtherInputs = isChanged;
    this._chosen = undefined;
    if (isChanged) this._line = undefined;
    this.#drawSoon();
  }

  /** Scrolls to a line of the source, and puts the caret there if the source is editable. */
  #goTo({ file, line }: { readonly file: string; readonly line: number }): void {
    // Other files are hidden, so their lines cannot be shown.
    if (Object.hasOwn(this.files, file)) return;
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
      this._line = undefined;
      this._chosen = this._chosen === piece ? undefined : piece;
    };
    return html`<button type="button" class="value" part="value" aria-expanded=${this._chosen === piece} title=${this.#words.look} @click=${choose}>${piece.shown} <haze-spark .value=${piece.value} .limits=${this.#run.scales.get(piece)}></haze-spark></button>`;
  }

  #describeChosen(chosen: Value): ViewedValue {
    const { pieces } = this.#run;
    const before = pieces[pieces.indexOf(chosen) - 1];
    const ordinal = pieces.filter(({ kind }) => kind === 'value').indexOf(chosen) + 1;
    return { ...labelValue(before?.kind === 'text' ? before.text : '', ordinal), value: chosen.value };
  }

  async #showViewer(viewed: ViewedValue): Promise<void> {
    await import('../value/haze-value-viewer.ts');
    const place = this.renderRoot.querySelector('.viewer');
    if (!place || (this._chosen?.value ?? this._line?.value) !== viewed.value) return;
    const viewer: HazeValueViewer = document.createElement('haze-value-viewer');
    viewer.lang = 'en';
    viewer.values = [viewed];
    viewer.figures = this.#figures.known;
    place.replaceChildren(viewer);
    const subject = this.#subject;
    // If the figures cannot be found, the viewer shows no errors.
    if (subject) void this.#figures.look((signal) => findFigures(subject.ask, signal)).catch(() => undefined);
  }

  #showFigures(): void {
    const viewer = this.renderRoot.querySelector<HazeValueViewer>('haze-value-viewer');
    if (viewer) viewer.figures = this.#figures.known;
  }

  /** Lists the run's line values, if requested. A failure leaves the run's result unchanged. */
  async #list(end: Extract<ProgramEnd, { kind: 'ran' }>, { ask }: UncertaintySubject): Promise<void> {
    const run = this.#run;
    if (!this.margin || !this.#margin.isOn) return;
    const wish: LabWish = { trace: false, lines: true };
    try {
      await this.#margin.list(end, this.files, (signal) => ask(wish, () => undefined, signal));
    } catch (error) {
      run.hear({ kind: 'output', stream: 'stderr', text: `haze: ${messageOf(error)}\n` });
      this.requestUpdate();
    }
  }

  readonly #viewLine = (event: Event): void => {
    // This event is not forwarded to pages.
    event.stopPropagation();
    const { detail } = event as CustomEvent<ViewedValue>;
    this._chosen = undefined;
    this._line = this._line?.value === detail.value ? undefined : detail;
  };

  /** True if the program, core or input has changed since the displayed result. */
  get #isStale(): boolean {
    if (!this.#ran || this.#stop) return false;
    try {
      return !isSameRequest(this.#ran, this.#describeRequest());
    } catch {
      return true;
    }
  }

  #renderEnd(): TemplateResult | typeof nothing {
    const shown = this.#ran && { ...this.#ran, isStale: this.#isStale, date: this.#startedAt };
    return renderEnd(this.#run, this.#words, shown);
  }

  #describeRequest(): ProgramRequest {
    const { source, files, data, core, stdin } = this;
    const language = maybeLanguage(this.language);
    if (!language) throw new Error(`Unknown language "${this.language}". Languages: C, C++, Fortran.`);
    const seed = maybeProgramSeed(this.seed);
    if (seed === undefined) throw new Error('A seed is a whole number from 0 to 2⁶⁴ − 1.');
    return {
      source,
      ...(Object.keys(files).length === 0 ? {} : { files }),
      ...(Object.keys(data).length === 0 ? {} : { data }),
      language,
      core,
      arguments: this.arguments,
      stdin,
      seed,
    };
  }

  /** True if the reader has changed the source. */
  get #isEdited(): boolean {
    return this.source === this.#edited?.to && this.source !== this.#edited.from;
  }

  get #name(): string {
    if (this.label) return this.label;
    // Unlabelled programs are distinguished by their numbers.
    const at = [...document.querySelectorAll('haze-program')].indexOf(this);
    return at > 0 ? `${this.#words.program} ${this.#words.number(at + 1)}` : this.#words.program;
  }

  async #openRunner(): Promise<ProgramRunner> {
    if (!this.runner) throw new Error('This page cannot run programs: it has not loaded haze-program.js.');
    return this.runner();
  }

  // Throttles rendering, because a program may print a thousand chunks per second, but a screen shows sixty frames.
  #drawSoon(): void {
    this.#drawing ??= requestAnimationFrame(() => {
      this.#drawing = undefined;
      this.requestUpdate();
    });
  }
}

/** Tests whether two requests produce the same output. */
function isSameRequest(one: ProgramRequest, other: ProgramRequest): boolean {
  const textOf = ({ seed, ...rest }: ProgramRequest) => JSON.stringify({ ...rest, seed: String(seed) });
  return textOf(one) === textOf(other);
}

const NO_VALUES: ReadonlyMap<number, HTMLElement> = new Map();
