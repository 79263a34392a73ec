// <haze-playground>: the page. The element renders the components and forwards their events; workbench.ts contains the
// logic. The element has no shadow tree, so that one stylesheet applies to everything.
import { html, LitElement } from 'lit';
import type { ChosenValue, HazeConsole } from '../console/haze-console.ts';
import '../console/haze-console.ts';
import type { Draft } from '../draft/drafts.ts';
import type { Program } from '../draft/program.ts';
import { CodeEditor } from '../editor/code-editor.ts';
import type { HazeFunctions, InsertedCall } from '../functions/haze-functions.ts';
import type { HazeHelp } from '../help/haze-help.ts';
import type { HazeTour } from '../help/haze-tour.ts';
import { renderBottomBar, type Side } from '../layout/bottom-bar.ts';
import { LAYOUT_RANGES } from '../layout/page-layout.ts';
import type { HazeDownloadPanel } from '../offline/haze-download-panel.ts';
import type { Place } from '../problems/haze-problems.ts';
import type { HazeProject, NamedRepository } from '../project/haze-project.ts';
import { isRunning } from '../run/run-state.ts';
import { isComparing } from './bench/compare-bench.ts';
import { Workbench } from './bench/workbench.ts';
import type { HazeGallery } from './dialogs/haze-gallery.ts';
import type { KeptChange } from './dialogs/haze-kept-work.ts';
import { maybeLinkedRepository } from './links/repository-link.ts';
import { type Drop, takeDrops } from './open/take-drops.ts';
import { listenForRunKey } from './page/run-key.ts';
import { renderNotices, renderPassing } from './panes/notices.ts';
import type { ResultPane } from './panes/output-panel.ts';
import { putWhenPrinted } from './panes/printed-program.ts';
import { renderResultPane } from './panes/result-tabs.ts';
import { renderToolbar, type ToolbarActions } from './panes/toolbar.ts';
import { ValueSight } from './panes/value-sight.ts';
import { renderWritePane, type WritePane } from './panes/write-pane.ts';

const CLOCK_MS = 500;
const HINT_ID = 'editor-hint';

export class HazePlayground extends LitElement {
  readonly #bench = new Workbench(
    () => this.requestUpdate(),
    () => void this.#listKept(),
  );
  readonly #sight = new ValueSight(this, this.#bench);
  #editor: CodeEditor | undefined;
  #clock: ReturnType<typeof setInterval> | undefined;

  protected override createRenderRoot(): HTMLElement {
    // Removes the text that explains why the page is empty until this script has loaded.
    this.replaceChildren();
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#bench.connect();
    listenForRunKey(this.#actions.run);
    takeDrops((drop) => void this.#openNext(drop));
  }

  readonly #actions: ToolbarActions = {
    run: () => this.#run(),
    stop: () => void this.#bench.stop(),
    share: () => void this.#bench.share(),
    embed: () => void this.#embed(),
    openGallery: () => void this.#openGallery('examples'),
    openItems: [
      { title: 'New program', choose: () => void this.#openNext('new') },
      { title: 'My programs…', choose: () => void this.#openGallery('own') },
      { title: 'Files…', choose: () => void this.#openNext('files') },
      { title: 'Folder…', choose: () => void this.#openProject('folder') },
      { title: 'Zip…', choose: () => void this.#openProject('zip') },
      { title: 'Address of a repository…', choose: () => void this.#openProject('address') },
    ],
    setLanguage: (language) => this.#bench.programs.setLanguage(language),
    setCore: (core) => this.#bench.programs.setCore(core),
    setTheme: (theme) => this.#bench.setTheme(theme),
    openHelp: () => void this.#openDialog('haze-help', () => import('../help/haze-help.ts'), 'The help'),
  };

  readonly #write: WritePane = {
    hintId: HINT_ID,
    openFunctions: () =>
      void this.#openDialog(
        'haze-functions',
        () => import('../functions/haze-functions.ts'),
        'The list of functions',
      ),
    viewValue: (value) => {
      this.#bench.change({ side: 'result', tab: 'output' });
      void this.#sight.view(value);
    },
    goTo: (place) => void this.#goTo(place),
  };

  readonly #result: ResultPane = {
    takeTour: () => void this.#beginTour(),
    compare: () => void this.#compare(),
    askUncertainty: (value) => void this.#askUncertainty(value),
    viewValue: (value) => void this.#sight.view(value),
    viewPair: (values) => void this.#sight.viewPair(values),
    goTo: (place) => void this.#goTo(place),
    applyFix: (fix) => void this.#showProgram().then(() => this.#bench.projects.applyFix(fix)),
    renderViewer: () => this.#sight.render(this.#bench.state, (value) => void this.#askUncertainty(value)),
  };

  protected override updated(): void {
    // A run's elapsed time must be rendered even while nothing else changes.
    if (!this.#isBusy()) {
      clearInterval(this.#clock);
      this.#clock = undefined;
    } else this.#clock ??= setInterval(() => this.requestUpdate(), CLOCK_MS);
  }

  protected override firstUpdated(): void {
    const { program, layout } = this.#bench.state;
    this.#editor = new CodeEditor({
      parent: this.querySelector<HTMLElement>('.editor')!,
      source: program.source,
      language: program.language,
      hintId: HINT_ID,
      look: layout,
      onChange: (source) => {
        this.#bench.programs.setSource(source);
        this.#bench.checks.note();
      },
      findElsewhere: (find) => this.#bench.projects.showElsewhere(find),
      onRun: () => this.#run(),
    });
    // The divider's code is lazy-loaded on the first key press or pointer movement.
    for (const kind of ['pointermove', 'pointerdown', 'keydown'])
      document.addEventListener(kind, () => void import('../layout/haze-divider.ts'), { once: true });
    putWhenPrinted(this.querySelector<HTMLElement>('.printed')!, () => this.#bench.state);
    const console = this.querySelector<HazeConsole>('haze-console')!;
    const panel = this.querySelector<HazeDownloadPanel>('haze-download-panel')!;
    const startDownload = () => panel.updateComplete.then(() => panel.start());
    void this.#bench.start({ editor: this.#editor, console, startDownload });
    const linked = maybeLinkedRepository(location);
    if (linked) void this.#openProject('address', linked);
  }

  protected override render() {
    const bench = this.#bench;
    const { state } = bench;
    const { program, cores, run, theme, layout, side } = state;
    const isBusy = this.#isBusy();
    return html`
      ${renderToolbar({ program, cores, isRunning: isBusy, theme }, this.#actions)}
      ${renderNotices(state, bench)}
      <main class="work" data-side=${side} style="--split: ${layout.split}; --output: ${layout.output}">
        ${renderWritePane(state, bench, this.#write)}
        <haze-divider
          label="Width of the program"
          .percent=${layout.split}
          .range=${LAYOUT_RANGES.split}
          @haze-divide=${(event: CustomEvent<number | undefined>) => bench.arrange({ split: event.detail })}
        ></haze-divider>
        ${renderResultPane(state, bench, this.#result)}
        ${renderPassing(state, bench)}
      </main>
      ${renderBottomBar({
        side,
        isRunning: isBusy,
        outcome: run.outcome ?? '',
        run: this.#actions.run,
        stop: this.#actions.stop,
        show: (shown) => bench.change({ side: shown }),
      })}
      <haze-gallery
        @haze-open-program=${(event: CustomEvent<Program>) => {
          bench.programs.openTemplate(event.detail);
          void this.#showProgram();
        }}
        @haze-open-draft=${(event: CustomEvent<Draft>) => {
          void bench.programs.openDraft(event.detail);
          void this.#showProgram();
        }}
        @haze-reopen-project=${(event: CustomEvent<string>) => {
          void bench.projects.reopen(event.detail);
          void this.#showProgram();
        }}
        @haze-change-kept=${(event: CustomEvent<KeptChange>) => void bench.programs.changeKept(event.detail)}
      ></haze-gallery>
      <haze-help .cores=${cores} .connection=${state.connection} @haze-take-tour=${this.#result.takeTour}></haze-help>
      <haze-tour @haze-tour-shows=${(event: CustomEvent<Side>) => this.#showSide(event.detail)}></haze-tour>
      <haze-functions
        .language=${program.language}
        @haze-insert-call=${(event: CustomEvent<InsertedCall>) => bench.writing.insertCall(event.detail.text)}
      ></haze-functions>
      <p class="visually-hidden announcer" role="status" aria-live="polite">${state.announcement}</p>
    `;
  }

  #isBusy(): boolean {
    const { run, comparison, coreRuns } = this.#bench.state;
    return isRunning(run) || isComparing(comparison) || (coreRuns?.isBusy ?? false);
  }

  /** Runs the program. A narrow page switches to the result: otherwise the button would seem to do nothing. */
  #run(): void {
    this.#bench.change({ side: 'result' });
    void this.#bench.runs.run();
  }

  #showSide(side: Side): void {
    this.#bench.change({ side, ...(side === 'code' ? { writeTab: 'program' } : { tab: 'output' }) });
  }

  /** Switches to the editor, so that it can take the focus. */
  async #showProgram(): Promise<void> {
    this.#showSide('code');
    await this.updateComplete;
  }

  async #goTo(place: Place): Promise<void> {
    await this.#showProgram();
    this.#bench.projects.goTo(place);
  }

  /** Opens a new program or dropped files, or shows the browser's file dialog. */
  async #openNext(next: 'new' | 'files' | Drop): Promise<void> {
    const load = async () => (await import('./open/open-files.ts')).openNext(this.#bench, next);
    await this.#isLoaded(load, 'The code that opens files');
  }

  async #openProject(from: 'folder' | 'zip' | 'address', repository?: NamedRepository): Promise<void> {
    this.#bench.change({ side: 'code', writeTab: 'files' });
    if (!(await this.#isLoaded(() => import('../project/haze-project.ts'), 'The project view'))) return;
    await this.updateComplete;
    const project = this.querySelector<HazeProject>('haze-project');
    await project?.updateComplete;
    project?.open(from, repository);
  }

  /** Opens a dialog, and lazy-loads its code on first use. */
  async #openDialog(name: string, load: () => Promise<unknown>, what: string): Promise<void> {
    if (!(await this.#isLoaded(load, what))) return;
    const dialog = this.querySelector<HazeFunctions | HazeHelp>(name);
    await dialog?.updateComplete;
    dialog?.open();
  }

  async #beginTour(): Promise<void> {
    if (await this.#isLoaded(() => import('../help/haze-tour.ts'), 'The tour'))
      await this.querySelector<HazeTour>('haze-tour')?.begin();
  }

  /** @param value default: the value in the viewer, or the first value */
  async #askUncertainty(value: ChosenValue | undefined = this.#bench.state.viewed[0]): Promise<void> {
    this.#bench.uncertainty.ask('budget', value);
    const { showAsked } = await import('./panes/uncertainty-pane.ts');
    await showAsked(this, () => this.#bench.state.asked !== undefined);
  }

  async #compare(): Promise<void> {
    await this.#bench.comparisons.compare();
    await this.updateComplete;
    this.querySelector('.comparison')?.scrollIntoView({ block: 'nearest' });
  }

  async #openGallery(view: 'examples' | 'own'): Promise<void> {
    if (!(await this.#isLoaded(() => import('./dialogs/haze-gallery.ts'), 'The list of examples'))) return;
    const gallery = this.querySelector<HazeGallery>('haze-gallery');
    await gallery?.updateComplete;
    gallery?.open(view);
    await this.#listKept();
  }

  async #embed(): Promise<void> {
    const load = () => import('./take/show-embed.ts').then(({ showEmbed }) => showEmbed(this.#bench));
    await this.#isLoaded(load, 'The code that creates the tag');
  }

  /** Lazy-loads a component of the page; shows an error if loading fails. */
  async #isLoaded(load: () => Promise<unknown>, what: string): Promise<boolean> {
    try {
      await load();
      return true;
    } catch {
      this.#bench.say(`${what} could not be loaded. Check the network and try again.`);
      return false;
    }
  }

  async #listKept(): Promise<void> {
    const gallery = this.querySelector<HazeGallery>('haze-gallery:has(dialog[open])');
    if (!gallery) return;
    gallery.drafts = this.#bench.programs.listDrafts();
    gallery.openId = this.#bench.programs.openId;
    gallery.projects = await this.#bench.projects.list();
  }
}
