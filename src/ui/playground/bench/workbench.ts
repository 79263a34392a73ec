// The page's state, with one controller per purpose. The workbench notifies the page of every change and renders
// nothing itself.

import { messageOf } from '../../../errors/message-of.ts';
import type { InputFile } from '../../draft/input-file.ts';
import type { Program } from '../../draft/program.ts';
import { firstProgram } from '../../gallery/gallery.ts';
import { maybeRecordedOutput } from '../../gallery/recorded-result.ts';
import { changeLayout, keepLayout, type LayoutChange } from '../../layout/page-layout.ts';
import { IDLE } from '../../run/run-state.ts';
import type { NewCore } from '../../service/service-records.ts';
import { setTheme, type Theme } from '../../style/theme.ts';
import {
  downloadAhead,
  untilPaused,
  untilPressed,
  untilUsed,
  wantsToSaveData,
} from '../page/compiler-download.ts';
import { EarlyReload } from '../page/early-reload.ts';
import { PageService, type ServiceNews } from '../page/page-service.ts';
import { beginState, type PageState, type Remedy } from '../page/page-state.ts';
import { PassingSentence } from '../page/passing-sentence.ts';
import type { Bench, PageParts } from './bench.ts';
import { CheckBench } from './check-bench.ts';
import { createChoices } from './choices.ts';
import { CompareBench } from './compare-bench.ts';
import type { CoresBench } from './cores-bench.ts';
import { Late } from './late.ts';
import type { LinesBench } from './lines-bench.ts';
import { ProgramBench } from './program-bench.ts';
import { ProjectBench } from './project-bench.ts';
import { RunBench } from './run-bench.ts';
import { UncertaintyBench } from './uncertainty-bench.ts';
import { ValueBench } from './value-bench.ts';
import { WritingBench } from './writing-bench.ts';

export class Workbench implements Bench {
  readonly service: PageService;
  readonly projects: ProjectBench;
  readonly programs: ProgramBench;
  readonly values: ValueBench;
  readonly uncertainty: UncertaintyBench;
  readonly lines: Late<LinesBench>;
  readonly runs: RunBench;
  readonly comparisons: CompareBench;
  readonly cores: Late<CoresBench>;
  readonly checks: CheckBench;
  readonly writing: WritingBench;
  readonly passing = new PassingSentence(() => this.change({ sentence: '' }));
  readonly #early = new EarlyReload();
  readonly #onChange: () => void;
  #state: PageState = beginState();
  #parts: PageParts | undefined;

  /**
   * @param onChange called after every change to `state`
   * @param onKept called after the saved programs or projects have changed, here or in another tab
   */
  constructor(onChange: () => void, onKept: () => void) {
    this.#onChange = onChange;
    const tabId = () => this.programs.tabId();
    const programId = () => this.programs.programId;
    this.service = new PageService({
      onNews: (news) => this.#hear(news),
      maybeReady: () => (this.#isReady() ? this.#state.program : undefined),
    });
    this.uncertainty = new UncertaintyBench(this);
    this.values = new ValueBench(this, (signal) => this.uncertainty.findFigures(signal));
    this.lines = new Late(this.say, async () => {
      const { LinesBench } = await import('./lines-bench.ts');
      return new LinesBench(this, this.uncertainty);
    });
    this.projects = new ProjectBench(this, onKept);
    this.programs = new ProgramBench(this, {
      projects: this.projects,
      onKept,
      onReplaced: () => {
        this.values.beginAnew();
        this.uncertainty.close();
        this.lines.loaded?.clear();
        this.comparisons.close();
      },
    });
    const { projects, values, uncertainty, lines } = this;
    const addInputs = (files: readonly InputFile[]) => this.programs.addInputs(files);
    this.runs = new RunBench(this, { projects, values, uncertainty, lines, addInputs, tabId, programId });
    this.cores = new Late(this.say, async () => {
      const { CoresBench } = await import('./cores-bench.ts');
      return new CoresBench(this, { projects, tabId, programId });
    });
    this.checks = new CheckBench(this);
    this.writing = new WritingBench(this);
    this.comparisons = new CompareBench(this, () => this.runs.last, programId);
  }

  get state(): PageState {
    return this.#state;
  }

  get parts(): PageParts | undefined {
    return this.#parts;
  }

  /** Starts connecting while the page renders. */
  connect(): void {
    // Each later request to the service reports this error itself.
    void this.service.reach().catch(() => undefined);
  }

  /** Opens the link's program, otherwise the draft, otherwise the first example. */
  async start(parts: PageParts): Promise<void> {
    this.#parts = parts;
    setTheme(this.#state.theme);
    await this.programs.openFirst();
    void this.#showRecorded(parts);
    this.projects.watchPage();
    document.addEventListener('visibilitychange', () => {
      // Another page may have created cores in the meantime.
      if (document.visibilityState === 'visible') void this.service.readCores().catch(() => undefined);
    });
    void this.runs.goOn();
    // The user may click before the page has reached the service.
    const used = untilUsed(() => this.#isReady());
    const pressed = untilPressed(() => this.#isReady());
    const service = await this.service.reach().catch(() => undefined);
    await service?.connection.settled;
    // Reloads before the compiler is downloaded, because a later reload would interrupt the download.
    const mayReload = !this.programs.isLinked && !wantsToSaveData();
    if (mayReload && this.#early.maybeReload(() => this.#state)) return;
    // Waits for the first use, because a reader may never run the program, and a run of the example takes priority.
    await used;
    if (this.#isReady()) await Promise.race([pressed, untilPaused()]);
    if (service) await downloadAhead(service.connection, parts).catch(() => undefined);
  }

  /** Tests whether the first example is open: the site includes its module, so a run needs no compiler. */
  #isReady(): boolean {
    const { program, project } = this.#state;
    return !project && isSame(program, firstProgram());
  }

  /**
   * Shows the recorded output of the first example until the program is changed or run, or another program is opened.
   */
  async #showRecorded({ console }: PageParts): Promise<void> {
    const isUntouched = () => this.#state.run === IDLE && this.#isReady();
    if (!isUntouched()) return;
    const output = await maybeRecordedOutput();
    if (output === undefined || !isUntouched()) return;
    console.write(output);
    console.end();
    this.change({ isRecorded: true });
  }

  /** Stops the current run or comparison. */
  async stop(): Promise<void> {
    await Promise.all([this.runs.stop(), this.comparisons.stop(), this.cores.loaded?.stop()]);
  }

  /** Creates a core for the account and selects it. */
  async makeCore(wish: NewCore): Promise<void> {
    try {
      const { client } = await this.service.reach();
      const { CoreID, Name } = await client.createCore(wish);
      await this.service.readCores();
      this.programs.setCore(CoreID);
      this.say(`The core “${Name}” has been created and selected. It is stored in this browser.`);
    } catch (error) {
      this.say(messageOf(error));
    }
  }

  /** Creates the share link for the open program. */
  async share(): Promise<void> {
    try {
      const { shareProgram } = await import('./share-program.ts');
      await shareProgram(this);
    } catch (error) {
      this.say(messageOf(error));
    }
  }

  setTheme(theme: Theme): void {
    setTheme(theme);
    this.change({ theme });
  }

  /** Changes the dividers or the editor's appearance, and saves the changes for the next visit. */
  arrange(changes: LayoutChange): void {
    const layout = changeLayout(this.#state.layout, changes);
    keepLayout(layout);
    this.#parts?.editor.setLook(layout);
    this.change({ layout });
  }

  /** Shows or hides the values at the ends of lines. */
  setMargin(hasMargin: boolean): void {
    this.arrange({ hasMargin });
    if (hasMargin) void this.lines.load().then((lines) => lines?.list());
    else this.lines.loaded?.clear();
  }

  setRaw(isRaw: boolean): void {
    if (this.#parts) this.#parts.console.isRaw = isRaw;
    this.change({ isRaw });
  }

  readonly noteChoice = createChoices();

  readonly startOpening = (): (() => boolean) => {
    const { claim, isLatest } = this.noteChoice();
    claim();
    return isLatest;
  };

  readonly say = (sentence: string, remedy?: Remedy): void => {
    this.passing.begin(sentence);
    this.change({ sentence, remedy, announcement: sentence });
  };

  readonly change = (changes: Partial<PageState>): void => {
    const before = this.#state;
    this.#state = { ...before, ...changes };
    // The editor now shows another file of the project.
    if (changes.project) queueMicrotask(() => this.lines.loaded?.show());
    if (before.isRecorded && (changes.run ?? changes.program)) this.#endRecorded(before);
    this.#onChange();
  };

  /** Clears the recorded output after the text changes. A run clears the console itself. */
  #endRecorded({ program }: PageState): void {
    const { run } = this.#state;
    if (run === IDLE && isSame(this.#state.program, program)) return;
    if (run === IDLE) this.#parts?.console.clear();
    this.#state = { ...this.#state, isRecorded: false };
  }

  #hear({ connection, cores, progress, update, problem, isStorageCleared }: ServiceNews): void {
    this.change({
      connectProblem: problem,
      ...(connection && { connection }),
      ...(cores && { cores }),
      ...(progress && { download: progress }),
      ...(update && { newVersion: update }),
    });
    if (isStorageCleared) this.#beginAnew();
  }

  /** Saves the open program again after the storage was cleared, and lists the cores again. */
  #beginAnew(): void {
    this.programs.keepAgain();
    void this.service.readCores().catch(() => undefined);
    this.say(
      'The browser removed this page’s data: builds, tasks, your own cores, drafts and projects that were not open. The open program is still here, and Run still works.',
    );
  }
}

function isSame(one: Program, other: Program): boolean {
  return one.source === other.source && one.core === other.core;
}
