// What the page does: opens programs, keeps drafts, runs and stops, chooses values to look at. It holds the page's state
// and tells the page of every change; it renders nothing.
import type { Connection } from '../../client/index.ts';
import { HazeError } from '../../errors/haze-error.ts';
import { describeCost } from '../compare/render-comparison.ts';
import { ComparisonRun, REFERENCE_CORE } from '../compare/run-comparison.ts';
import { RunSession } from '../run/run-session.ts';
import { IDLE, isRunning } from '../run/run-state.ts';
import type { NewCore } from '../service/service-records.ts';
import { isShareFragment } from '../share/share-link.ts';
import { announceRun } from './announcements.ts';
import { type Bench, messageOf, type PageParts } from './bench.ts';
import { DraftKeeper } from './draft-keeper.ts';
import type { Draft } from './drafts.ts';
import type { InputChange } from './haze-program-inputs.ts';
import { PageService } from './page-service.ts';
import { beginState, type PageState } from './page-state.ts';
import type { Language, Program } from './program.ts';
import { maybeLinked } from './program-link.ts';
import { type OwnBuild, ProjectBench } from './project-bench.ts';
import { saveFile } from './save-file.ts';
import { isOwnLink, shareProgram } from './share-program.ts';
import { setTheme, type Theme } from './theme.ts';
import { findCore } from './toolbar.ts';
import { ValueBench } from './value-bench.ts';

export class Workbench implements Bench {
  readonly service: PageService;
  readonly #drafts: DraftKeeper;
  readonly projects: ProjectBench;
  readonly values: ValueBench;
  /** Whether the page came with a link to a program that is not this tab's own. */
  readonly #isLinked = isShareFragment(location.hash) && !isOwnLink();
  readonly #draft: Promise<Program | undefined>;
  readonly #onChange: () => void;
  #state: PageState = beginState();
  #parts: PageParts | undefined;
  #session: { stop(): Promise<void> } | undefined;
  /** Stop was pressed, perhaps before there was anything to be stopped. */
  #isStopWanted = false;
  /** What the last run was of. */
  #last: { readonly program: Program; readonly coreName: string; readonly own: OwnBuild } | undefined;

  /** @param onChange called after every change of `state` */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
    this.#drafts = new DraftKeeper((sentence) => this.say(sentence));
    this.projects = new ProjectBench(this);
    this.values = new ValueBench(this);
    this.#draft = this.#drafts.open({ isFresh: this.#isLinked });
    this.service = new PageService({
      tabId: () => this.#draft.then(() => this.#drafts.drafts.id),
      onNews: ({ connection, cores, progress, update, problem, isStorageCleared }) => {
        this.change({
          connectProblem: problem,
          ...(connection && { connection }),
          ...(cores && { cores }),
          ...(progress && { download: progress }),
          ...(update && { newVersion: update }),
        });
        if (isStorageCleared) this.#beginAnew();
      },
    });
  }

  get state(): PageState {
    return this.#state;
  }

  get parts(): PageParts | undefined {
    return this.#parts;
  }

  /** Begins to connect, which takes a while: the page can be made meanwhile. */
  connect(): void {
    // Whoever needs the service is told why it is not there.
    void this.service.reach().catch(() => undefined);
  }

  /** Begins with the link's program, else with the draft's, else with the first example. */
  async start(parts: PageParts): Promise<void> {
    this.#parts = parts;
    setTheme(this.#state.theme);
    const draft = await this.#draft;
    if (!this.#isLinked || !(await this.openLink())) {
      if (draft) this.#show(draft);
      await this.projects.showAgain();
    }
    window.addEventListener('hashchange', () => void this.openLink());
    this.projects.watchPage();
    document.addEventListener('visibilitychange', () => {
      // Cores may have been made elsewhere meanwhile.
      if (document.visibilityState === 'visible') void this.service.readCores().catch(() => undefined);
    });
    const service = await this.service.reach().catch(() => undefined);
    // Whoever opens a link may only want to read it.
    if (this.#isLinked) await untilUsed();
    if (service) await this.#download(service.connection, parts).catch(() => undefined);
  }

  /** Gets the compiler while one writes, where it is not here. What goes wrong is said by the panel, or by the first build. */
  async #download(connection: Connection, { startDownload }: PageParts): Promise<void> {
    const { doneBytes, totalBytes } = await connection.measureDownload();
    if (doneBytes < totalBytes && !wantsToSaveData()) await startDownload();
  }

  /** After what was stored is gone: what is open is kept once more, and the service is asked as at the beginning. */
  #beginAnew(): void {
    const { project, program } = this.#state;
    this.projects.beginAnew(project);
    if (!project) this.#drafts.keep(program);
    void this.service.readCores().catch(() => undefined);
    this.say(
      'What this browser kept for the page was removed: builds, tasks, cores of your own, drafts and projects that were not open. What is open is still here, and Run goes on.',
    );
  }

  /** Opens the program of the page's address; answers whether there is one. */
  async openLink(): Promise<boolean> {
    try {
      const linked = await maybeLinked(location.hash);
      if (!linked) return false;
      if (linked.project) this.projects.openLinked(linked);
      else this.openProgram(linked.program);
      // From here on the draft is what counts: a reload must not bring the link's text back over later changes.
      history.replaceState(null, '', location.pathname + location.search);
      return true;
    } catch (error) {
      this.say(messageOf(error));
      return false;
    }
  }

  /** Drafts of other tabs and earlier visits, and what was here before another program was opened. */
  listDrafts(): readonly Draft[] {
    const { drafts } = this.#drafts;
    return drafts.list().filter(({ id }) => id !== drafts.id);
  }

  /** Shows the program that was there before the project. What was changed in the project stays in the browser. */
  closeProject(): void {
    const before = this.projects.close();
    if (before) this.#show(before);
  }

  /** Opens a program in place of the one that is there; what somebody has written is still to be found then. */
  openProgram(program: Program): void {
    const wasProject = this.#state.project !== undefined;
    const isLeft = this.#drafts.begin(program);
    this.#show(program);
    if (isLeft || wasProject) this.say(`What was here before is kept in this browser: “Examples” lists it.`);
  }

  #show(program: Program): void {
    const { run } = this.#state;
    if (this.#state.project) this.projects.end();
    this.#parts?.editor.open(program.source, program.language);
    this.change({
      program,
      project: undefined,
      ...(isRunning(run) ? {} : { run: IDLE }),
      outputFiles: [],
      comparison: undefined,
    });
    this.values.close();
    if (!isRunning(run)) this.#parts?.console.clear();
  }

  setSource(source: string): void {
    this.#changeProgram({ source });
  }

  setLanguage(language: Language): void {
    this.#parts?.editor.setLanguage(language);
    // Flags are a language's own.
    this.#changeProgram({ language, flags: undefined });
  }

  setCore(core: string): void {
    this.#changeProgram({ core });
  }

  /** Makes a core of the account's own, and takes it. */
  async makeCore(wish: NewCore): Promise<void> {
    try {
      const { client } = await this.service.reach();
      const { CoreID, Name } = await client.createCore(wish);
      await this.service.readCores();
      this.setCore(CoreID);
      this.say(`The core “${Name}” is made and chosen. It is kept in this browser.`);
    } catch (error) {
      this.say(messageOf(error));
    }
  }

  setInputs(changes: InputChange): void {
    this.#changeProgram(changes);
  }

  setTheme(theme: Theme): void {
    setTheme(theme);
    this.change({ theme });
  }

  setTab(tab: PageState['tab']): void {
    this.change({ tab });
  }

  setRaw(isRaw: boolean): void {
    if (this.#parts) this.#parts.console.isRaw = isRaw;
    this.change({ isRaw });
  }

  setDownloadKept(isDownloadKept: boolean): void {
    this.change({ isDownloadKept });
  }

  /** Builds and runs the program; nothing while it runs. */
  async run(): Promise<void> {
    if (isRunning(this.#state.run) || isComparing(this.#state.comparison) || !this.#parts) return;
    const { editor, console } = this.#parts;
    const { program } = this.#state;
    this.values.begin(console.values);
    console.clear();
    editor.setDiagnostics([]);
    const tab = this.#state.tab === 'requests' ? 'requests' : 'output';
    this.#isStopWanted = false;
    const run = { ...IDLE, phase: 'sending', startedMs: performance.now() } as const;
    this.change({
      run,
      tab,
      sentence: '',
      announcement: 'Running.',
      outputFiles: [],
      comparison: undefined,
    });
    try {
      await this.#runSession(program, this.#parts);
    } catch (error) {
      const failed = {
        ...this.#state.run,
        phase: 'ended',
        outcome: 'failed',
        problem: messageOf(error),
      } as const;
      this.change({ run: failed, announcement: messageOf(error) });
    }
    this.values.follow(console.values);
  }

  async stop(): Promise<void> {
    this.#isStopWanted = true;
    await this.#session?.stop();
  }

  /** Runs the same program on the Reference core, and sets its values beside those of the last run. */
  async compare(): Promise<void> {
    const { run: state, cores, comparison } = this.#state;
    const last = this.#last;
    if (!this.#parts || !last || state.outcome !== 'completed' || isComparing(comparison)) return;
    try {
      const { connection, client, folder } = await this.service.reach();
      const session = new ComparisonRun(
        { ...last, state, values: this.#parts.console.values },
        findCore(cores, REFERENCE_CORE)?.CoreID ?? REFERENCE_CORE,
        {
          ...last.own,
          client,
          folder,
          listen: (listener) => connection.onJobChange(listener),
          onState: (progress) => this.change({ comparison: progress }),
        },
      );
      this.#session = session;
      const result = await session.run();
      this.change({ comparison: result, announcement: describeCost(result) });
    } catch (error) {
      this.change({ comparison: undefined });
      this.say(messageOf(error));
    }
    this.#session = undefined;
  }

  async #runSession(program: Program, { editor, console }: PageParts): Promise<void> {
    const { connection, client, folder } = await this.service.reach();
    const cores = this.#state.cores.length > 0 ? this.#state.cores : await client.listCores();
    const core = findCore(cores, program.core);
    if (!core) {
      throw new HazeError(
        'unknown-core',
        `There is no core "${program.core}" in this browser. Choose another one.`,
      );
    }
    const { messages } = this.projects;
    messages.begin(this.#state.project);
    const own = this.projects.describeBuild(client, this.#drafts.drafts.id);
    this.#last = { program, coreName: core.Name, own };
    const session = new RunSession(program, core.CoreID, {
      ...own,
      client,
      folder,
      listen: (listener) => connection.onJobChange(listener),
      listener: {
        onState: (run) => this.change({ run }),
        onStdout: (text) => console.write(text),
        onStderr: (text) => console.writeError(text),
      },
    });
    this.#session = session;
    const running = session.run();
    if (this.#isStopWanted) await session.stop();
    const run = await running;
    this.#session = undefined;
    console.end();
    messages.end(run.diagnostics);
    const { project: opened } = this.#state;
    // What was typed meanwhile is another program, with other lines.
    if (opened || this.#state.program.source === program.source) {
      editor.setDiagnostics(messages.listFor(opened));
    }
    this.change({ announcement: announceRun(run, console.values) });
    const outputFiles = await folder.listOutputs().catch(() => []);
    if (outputFiles.length > 0) this.change({ outputFiles });
  }

  /** Makes the link to what is open. */
  share(): Promise<void> {
    return shareProgram(this);
  }

  /** Saves all of stdout, also what is not shown. */
  async saveOutput(): Promise<void> {
    const { task } = this.#state.run;
    if (!task) return;
    const { client } = await this.service.reach();
    saveFile('stdout.txt', await client.readStream(task.TaskID, 'Stdout'));
  }

  async saveOutputFile(path: string): Promise<void> {
    const { folder } = await this.service.reach();
    saveFile(path.split('/').at(-1) ?? path, await folder.read(path));
  }

  readonly say = (sentence: string): void => this.change({ sentence, announcement: sentence });

  readonly change = (changes: Partial<PageState>): void => {
    this.#state = { ...this.#state, ...changes };
    this.#onChange();
  };

  #changeProgram(changes: Partial<Program>): void {
    const program = { ...this.#state.program, ...changes };
    const { project } = this.#state;
    if (project && changes.source !== undefined) this.projects.setText(project, changes.source);
    else if (project) this.projects.setInputs(program);
    this.change({ program });
    if (!project) this.#drafts.keep(program);
  }
}

/** Whether a run on the Reference core is under way. */
export function isComparing(comparison: PageState['comparison']): boolean {
  return comparison !== undefined && 'phase' in comparison;
}

/** Resolved when somebody goes into the program or its inputs, or runs it. */
function untilUsed(): Promise<void> {
  return new Promise((resolve) => {
    const look = ({ target }: Event) => {
      if (!(target instanceof Element) || !target.closest('.write, .run-buttons')) return;
      for (const name of ['focusin', 'click', 'keydown']) document.removeEventListener(name, look);
      resolve();
    };
    for (const name of ['focusin', 'click', 'keydown']) document.addEventListener(name, look);
  });
}

/** Whether the user has told the browser to load little. */
function wantsToSaveData(): boolean {
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } };
  return connection?.saveData ?? false;
}
