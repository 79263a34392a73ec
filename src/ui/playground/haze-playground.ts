// <haze-playground>: the page. Puts the parts together and passes on what they say; what the page does is in
// workbench.ts. It renders into the page itself, so that one stylesheet reaches everything.
import { html, LitElement, nothing } from 'lit';
import { renderComparison } from '../compare/render-comparison.ts';
import type { ChosenValue } from '../console/haze-console.ts';
import { defineHazeConsole, type HazeConsole } from '../console/haze-console.ts';
import type { Place } from '../console/haze-problems.ts';
import '../console/haze-problems.ts';
import { CodeEditor } from '../editor/code-editor.ts';
import '../offline/haze-download-panel.ts';
import type { HazeDownloadPanel } from '../offline/haze-download-panel.ts';
import '../offline/haze-missing-features.ts';
import '../offline/haze-update-notice.ts';
import type { HazeFunctions, InsertedCall } from '../functions/haze-functions.ts';
import { beginTour, openHelp } from '../help/open-help.ts';
import { describePhase } from '../run/describe-run.ts';
import { isRunning } from '../run/run-state.ts';
import type { FixIt } from '../service/service-records.ts';
import { renderBeforeRun } from './before-run.ts';
import { findFile } from './build-messages.ts';
import { isComparing } from './compare-bench.ts';
import { renderEditorTools } from './editor-tools.ts';
import { listenForRunKey } from './run-key.ts';
import './haze-core-form.ts';
import type { NewCore } from '../service/service-records.ts';
import './haze-gallery.ts';
import type { HazeGallery } from './haze-gallery.ts';
import './haze-program-inputs.ts';
import './haze-request-panel.ts';
import type { InputChange } from './haze-program-inputs.ts';
import { renderOutputFiles, renderRecords, renderRunLine, renderTabs } from './output-pane.ts';
import '../project/haze-project.ts';
import type { Project } from '../project/project.ts';
import type { ViewedValue } from '../value/viewed-value.ts';
import type { PageState } from './page-state.ts';
import { putWhenPrinted } from './printed-program.ts';
import type { Program } from './program.ts';
import { renderRuns } from './runs-pane.ts';
import { renderToolbar, type ToolbarActions } from './toolbar.ts';
import { renderAsked, showAsked } from './uncertainty-pane.ts';
import { Workbench } from './workbench.ts';

/** So much of the viewer must be in sight for it to be seen. */
const LEAST_SEEN_PX = 240;
const CLOCK_MS = 500;
const HINT_ID = 'editor-hint';

export class HazePlayground extends LitElement {
  readonly #bench = new Workbench(() => this.requestUpdate());
  #editor: CodeEditor | undefined;
  #clock: ReturnType<typeof setInterval> | undefined;
  /** What was pressed to open the viewer. */
  #viewedFrom: HTMLElement | undefined;
  /** Why the viewer is not there; empty when it is. */
  #viewerProblem = '';

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#bench.connect();
    listenForRunKey(this.#actions.run);
  }

  readonly #actions: ToolbarActions = {
    run: () => {
      this.#showResult();
      void this.#bench.runs.run();
    },
    stop: () => void this.#bench.stop(),
    share: () => void this.#bench.share(),
    openGallery: () => void this.#openGallery(),
    setLanguage: (language) => this.#bench.programs.setLanguage(language),
    setCore: (core) => this.#bench.programs.setCore(core),
    setTheme: (theme) => this.#bench.setTheme(theme),
    openHelp: () => void openHelp(this, this.#bench.say),
  };

  /** Where the result stands below the program, a button at the top would seem to do nothing. */
  #showResult(): void {
    const line = this.querySelector('.run-line');
    if (!line || line.getBoundingClientRect().bottom <= window.innerHeight) return;
    scrollTo(line);
  }

  protected override updated(): void {
    // The clock of a run goes on while nothing else happens.
    const { run, comparison } = this.#bench.state;
    const isBusy = isRunning(run) || isComparing(comparison);
    if (!isBusy) {
      clearInterval(this.#clock);
      this.#clock = undefined;
    } else this.#clock ??= setInterval(() => this.requestUpdate(), CLOCK_MS);
  }

  protected override firstUpdated(): void {
    const { program } = this.#bench.state;
    this.#editor = new CodeEditor({
      parent: this.querySelector<HTMLElement>('.editor')!,
      source: program.source,
      language: program.language,
      hintId: HINT_ID,
      onChange: (source) => {
        this.#bench.programs.setSource(source);
        this.#bench.checks.note();
      },
      findElsewhere: (find) => this.#bench.projects.showElsewhere(find),
      onRun: () => void this.#bench.runs.run(),
    });
    putWhenPrinted(this.querySelector<HTMLElement>('.printed')!, () => this.#bench.state);
    const console = this.querySelector<HazeConsole>('haze-console')!;
    const panel = this.querySelector<HazeDownloadPanel>('haze-download-panel')!;
    const startDownload = () => panel.updateComplete.then(() => panel.start());
    void this.#bench.start({ editor: this.#editor, console, startDownload });
  }

  protected override render() {
    const { state } = this.#bench;
    const { program, cores, run, theme } = state;
    return html`
      ${renderToolbar({ program, cores, isRunning: isRunning(run) || isComparing(state.comparison), theme }, this.#actions)}
      ${this.#renderNotices(state)}
      <main class="work">
        <section class="write" aria-label="Program">
          <div class="source ${state.project ? 'with-project' : ''}">
            <haze-project
              .connection=${state.connection}
              .project=${state.project}
              .currentPath=${state.project?.current ?? ''}
              @haze-project-open=${(event: CustomEvent<{ project: Project; path: string }>) =>
                this.#bench.projects.open(event.detail.project, event.detail.path)}
              @haze-project-file=${(event: CustomEvent<string>) => this.#bench.projects.openFile(event.detail)}
              @haze-project-close=${() => this.#bench.programs.closeProject()}
            ></haze-project>
            <div class="editor"></div>
          </div>
          ${renderEditorTools(program.language, HINT_ID, {
            openFunctions: () => void this.#openFunctions(),
            format: () => void this.#bench.writing.format(),
          })}
          ${state.project ? this.#renderFind(state.project) : nothing}
          <haze-program-inputs
            .program=${program}
            @haze-inputs=${(event: CustomEvent<InputChange>) => this.#bench.programs.setInputs(event.detail)}
          ></haze-program-inputs>
          <haze-core-form
            @haze-make-core=${(event: CustomEvent<NewCore>) => void this.#bench.makeCore(event.detail)}
          ></haze-core-form>
          <details class="inputs" @toggle=${() => import('../toolchains/haze-toolchain-picker.ts')}>
            <summary>Compiler</summary>
            <haze-toolchain-picker class="compiler" .connection=${state.connection}></haze-toolchain-picker>
          </details>
          <div class="printed"></div>
        </section>
        ${this.#renderResult(state)}
      </main>
      <haze-gallery
        @haze-open-program=${(event: CustomEvent<Program>) => this.#bench.programs.open(event.detail)}
        @haze-reopen-project=${(event: CustomEvent<string>) => void this.#bench.projects.reopen(event.detail)}
      ></haze-gallery>
      <haze-help .cores=${cores} @haze-take-tour=${() => void this.#beginTour()}></haze-help>
      <haze-tour></haze-tour>
      <haze-functions
        .language=${program.language}
        @haze-insert-call=${(event: CustomEvent<InsertedCall>) => this.#bench.writing.insertCall(event.detail.text)}
      ></haze-functions>
      <p class="visually-hidden announcer" role="status" aria-live="polite">${state.announcement}</p>
    `;
  }

  #beginTour(): Promise<void> {
    return beginTour(this, this.#bench.say);
  }

  #renderFind(project: Project) {
    return html`<details class="inputs" @toggle=${() => import('../project/haze-find.ts')}>
      <summary>Find in all files</summary>
      <haze-find
        .project=${project}
        @haze-go-to=${(event: CustomEvent<Place>) => this.#bench.projects.goTo(event.detail)}
      ></haze-find>
    </details>`;
  }

  /** The drawer's code comes with the first wish for it. */
  async #openFunctions(): Promise<void> {
    try {
      await import('../functions/haze-functions.ts');
      const drawer = this.querySelector<HazeFunctions>('haze-functions');
      await drawer?.updateComplete;
      drawer?.open();
    } catch {
      this.#bench.say('The list of functions could not be loaded. Check the network and try again.');
    }
  }

  #renderNotices(state: PageState) {
    const { connection, connectProblem, download, isDownloadKept, newVersion, sentence } = state;
    return html`<div class="notices">
      <haze-missing-features
        .connection=${connection}
        .problem=${connectProblem}
        .isDownloadKept=${isDownloadKept}
      ></haze-missing-features>
      <haze-update-notice .newVersion=${newVersion}></haze-update-notice>
      <div class="over">
        <haze-download-panel
          .connection=${connection}
          .progress=${download}
          @haze-toolchain-ready=${(event: CustomEvent<{ isKept: boolean }>) =>
            this.#bench.change({ isDownloadKept: event.detail.isKept })}
        ></haze-download-panel>
        ${
          sentence === ''
            ? nothing
            : html`<div class="sentence">
                <span>${sentence}</span>
                <button type="button" class="quiet" @click=${() => this.#bench.say('')}>Dismiss</button>
              </div>`
        }
      </div>
    </div>`;
  }

  #renderResult(state: PageState) {
    const { run, tab, download, isRaw, outputFiles, project } = state;
    const { log } = this.#bench.service;
    const panel = (name: PageState['tab'], content: unknown) =>
      html`<div class="panel" role="tabpanel" id="panel-${name}" aria-labelledby="tab-${name}" ?hidden=${tab !== name}>
        ${content}
      </div>`;
    return html`<section class="result" aria-label="Result">
      ${renderRunLine(run, download)}
      ${renderTabs(tab, { requests: log.exchanges.length }, (name) => this.#bench.change({ tab: name }))}
      ${panel(
        'output',
        html`<div class="output-tools">
            <label class="check">
              <input
                type="checkbox"
                .checked=${isRaw}
                @change=${(event: Event) => this.#bench.setRaw((event.target as HTMLInputElement).checked)}
              />
              Raw output
            </label>
            <button
              type="button"
              class="quiet"
              ?disabled=${run.outcome !== 'completed' || isComparing(state.comparison)}
              @click=${() => void this.#compare()}
            >
              Compare with Reference
            </button>
            <button
              type="button"
              class="quiet"
              ?disabled=${run.outcome !== 'completed'}
              @click=${() => this.#askUncertainty()}
            >
              What makes it uncertain?
            </button>
            <button type="button" class="quiet" ?disabled=${!run.task} @click=${() => this.#bench.runs.saveOutput()}>
              Save
            </button>
          </div>
          <haze-problems
            .diagnostics=${run.diagnostics}
            .findFile=${project && ((file: string | undefined) => findFile(project, file))}
            @haze-go-to=${(event: CustomEvent<Place>) => this.#bench.projects.goTo(event.detail)}
            @haze-apply-fix=${(event: CustomEvent<readonly FixIt[]>) => this.#bench.projects.applyFix(event.detail)}
          ></haze-problems>
          ${run.phase === 'idle' ? renderBeforeRun(state.isRecorded, () => void this.#beginTour()) : nothing}
          <haze-console
            class="mono"
            @haze-value=${(event: CustomEvent<ChosenValue>) => void this.#viewValue(event)}
          ></haze-console>
          ${this.#renderComparison(state)}
          ${renderOutputFiles(outputFiles, (path) => void this.#bench.runs.saveOutputFile(path))}`,
      )}
      ${panel('runs', tab === 'runs' ? renderRuns(state, this.#bench.service, (values) => void this.#viewPair(values)) : nothing)}
      ${panel('log', html`<pre class="mono log" tabindex="0">${run.log || 'No build yet.'}</pre>`)}
      ${panel('records', renderRecords(run))}
      ${panel(
        'requests',
        tab === 'requests'
          ? html`<haze-request-panel
              .service=${this.#bench.service}
              .base=${state.connection?.base ?? ''}
            ></haze-request-panel>`
          : nothing,
      )}
      ${this.#renderViewer(state)}
      ${renderAsked(state.asked, {
        close: () => this.#bench.uncertainty.close(),
        goTo: (place) => this.#bench.projects.goTo(place),
      })}
    </section>`;
  }

  async #askUncertainty(value?: ChosenValue): Promise<void> {
    this.#bench.uncertainty.ask('budget', value);
    await this.updateComplete;
    showAsked(this);
  }

  async #compare(): Promise<void> {
    await this.#bench.comparisons.compare();
    await this.updateComplete;
    this.querySelector('.comparison')?.scrollIntoView({ block: 'nearest' });
  }

  #renderComparison({ comparison }: PageState) {
    if (!comparison) return nothing;
    if ('phase' in comparison) {
      return html`<p class="muted">On the Reference core: ${describePhase(comparison, undefined)}</p>`;
    }
    return renderComparison(comparison, (value) => this.#bench.values.viewPair(value));
  }

  #renderViewer({ viewed, isOverlay, run }: PageState) {
    if (viewed.length === 0) return nothing;
    void this.#loadViewer();
    return html`<section class="viewer" aria-label="Value" tabindex="-1">
      <div class="viewer-tools">
        <label class="check">
          <input
            type="checkbox"
            .checked=${isOverlay}
            @change=${(event: Event) => this.#bench.values.setOverlay((event.target as HTMLInputElement).checked)}
          />
          Overlay the next value
        </label>
        ${viewed[0]!.value && run.outcome === 'completed' ? html`<button type="button" class="quiet" @click=${() => this.#askUncertainty(viewed[0])}>What makes it uncertain?</button>` : nothing}
        <button type="button" class="quiet" @click=${() => this.#closeViewer()}>Close</button>
      </div>
      ${this.#viewerProblem === '' ? nothing : html`<p role="alert">${this.#viewerProblem}</p>`}
      <haze-value-viewer .values=${viewed}></haze-value-viewer>
    </section>`;
  }

  async #viewPair(values: readonly ViewedValue[]): Promise<void> {
    this.#viewedFrom = document.activeElement instanceof HTMLElement ? document.activeElement : undefined;
    this.#bench.values.viewTogether(values);
    await this.#showViewer();
  }

  /** Where the viewer opens out of sight, sight and focus go there; its “Close” brings them back. */
  async #viewValue({ detail }: CustomEvent<ChosenValue>): Promise<void> {
    this.#viewedFrom = document.activeElement instanceof HTMLElement ? document.activeElement : undefined;
    await this.#bench.values.view(detail);
    await this.#showViewer();
  }

  async #showViewer(): Promise<void> {
    await this.updateComplete;
    // Before it is drawn it has no height to be scrolled to.
    await this.#loadViewer();
    await this.querySelector('haze-value-viewer')?.updateComplete;
    const viewer = this.querySelector<HTMLElement>('section.viewer');
    if (!viewer) return;
    const { top, height } = viewer.getBoundingClientRect();
    if (top >= 0 && top + Math.min(height, LEAST_SEEN_PX) <= window.innerHeight) return;
    scrollTo(viewer);
    viewer.focus({ preventScroll: true });
  }

  #closeViewer(): void {
    this.#bench.values.dismiss();
    const from = this.#viewedFrom;
    if (from?.isConnected) from.focus();
    this.#viewedFrom = undefined;
  }

  /** The viewer's code comes with the first value that is looked at. */
  async #loadViewer(): Promise<void> {
    const problem = await import('../value/haze-value-viewer.ts').then(
      (viewer) => {
        viewer.defineHazeValueViewer();
        return '';
      },
      () => 'The viewer could not be loaded. Reload the page; your program is kept.',
    );
    if (problem === this.#viewerProblem) return;
    this.#viewerProblem = problem;
    this.requestUpdate();
  }

  async #openGallery(): Promise<void> {
    const gallery = this.querySelector<HazeGallery>('haze-gallery');
    if (!gallery) return;
    gallery.drafts = this.#bench.programs.listDrafts();
    void gallery.updateComplete.then(() => gallery.open());
    gallery.projects = await this.#bench.projects.list();
  }
}

function scrollTo(element: Element): void {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element.scrollIntoView({ behavior: isCalm ? 'auto' : 'smooth' });
}

defineHazeConsole();
