// What the page does: opens programs, keeps drafts, runs and stops, chooses values to look at. It holds the page's state
// and tells the page of every change; it renders nothing.
import type { Connection } from '../../client/index.ts';
import { HazeError } from '../../errors/haze-error.ts';
import type { ComparedValue } from '../compare/compare-values.ts';
import { describeCost } from '../compare/render-comparison.ts';
import { ComparisonRun, REFERENCE_CORE } from '../compare/run-comparison.ts';
import type { ChosenValue, HazeConsole } from '../console/haze-console.ts';
import type { CodeEditor } from '../editor/code-editor.ts';
import type { Project } from '../project/project.ts';
import { ProjectBuilds } from '../project/project-builds.ts';
import { openProjectPlaces, ProjectKeeper } from '../project/project-keeper.ts';
import type { KeptProject } from '../project/project-shelf.ts';
import { RunSession, type RunTools } from '../run/run-session.ts';
import { IDLE, isRunning } from '../run/run-state.ts';
import { isShareFragment } from '../share/share-link.ts';
import { announceRun } from './announcements.ts';
import { DraftKeeper } from './draft-keeper.ts';
import type { Draft } from './drafts.ts';
import type { NewCore } from './haze-core-form.ts';
import type { InputChange } from './haze-program-inputs.ts';
import { PageService } from './page-service.ts';
import { beginState, type PageState } from './page-state.ts';
import type { Language, Program } from './program.ts';
import { linkProgram, maybeLinkedProgram } from './program-link.ts';
import { saveFile } from './save-file.ts';
import { setTheme, type Theme } from './theme.ts';
import { findCore } from './toolbar.ts';

/** The parts of the page that are written to, and not rendered. */
export interface PageParts {
  readonly editor: CodeEditor;
  readonly console: HazeConsole;
  /** Starts the visible download of the compiler. */
  readonly startDownload: () => Promise<void>;
}

/** How a program is built that is more than one source. */
type OwnBuild = Pick<RunTools, 'createBuild'>;

/** State of a history entry whose link was made in this tab: after a reload the draft counts, which may be later. */
const OWN_LINK = { isOwnLink: true };
const MOST_SAMPLES = 100_000;
const MOST_VIEWED = 6;

export class Workbench {
  readonly service: PageService;
  readonly #drafts: DraftKeeper;
  readonly #projects: ProjectKeeper;
  /** Whether the page came with a link to a program that is not this tab's own. */
  readonly #isLinked = isShareFragment(location.hash) && !isOwnLink();
  readonly #draft: Promise<Program | undefined>;
  readonly #onChange: () => void;
  #state: PageState = beginState();
  #parts: PageParts | undefined;
  #projectBuilds: ProjectBuilds | undefined;
  #beforeProject: Program | undefined;
  #session: { stop(): Promise<void> } | undefined;
  /** Stop was pressed, perhaps before there was anything to be stopped. */
  #isStopWanted = false;
  /** What the last run was of. */
  #last: { readonly program: Program; readonly coreName: string; readonly own: OwnBuild } | undefined;

  /** @param onChange called after every change of `state` */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
    this.#drafts = new DraftKeeper((sentence) => this.say(sentence));
    this.#projects = new ProjectKeeper(openProjectPlaces(), (sentence) => this.say(sentence));
    this.#draft = this.#drafts.open({ isFresh: this.#isLinked });
    this.service = new PageService({
      tabId: () => this.#draft.then(() => this.#drafts.drafts.id),
      onNews: ({ connection, cores, progress, update, problem }) =>
        this.#change({
          connectProblem: problem,
          ...(connection && { connection }),
          ...(cores && { cores }),
          ...(progress && { download: progress }),
          ...(update && { newVersion: update }),
        }),
    });
  }

  get state(): PageState {
    return this.#state;
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
      await this.#showProjectAgain();
    }
    window.addEventListener('hashchange', () => void this.openLink());
    window.addEventListener('pagehide', () => this.#projects.leave());
    document.addEventListener('visibilitychange', () => {
      this.#projects.flush();
      // Cores may have been made elsewhere meanwhile.
      if (document.visibilityState === 'visible') void this.service.readCores().catch(() => undefined);
    });
    const service = await this.service.reach().catch(() => undefined);
    if (service) await this.#download(service.connection, parts).catch(() => undefined);
  }

  /** Gets the compiler while one writes, where it is not here. What goes wrong is said by the panel, or by the first build. */
  async #download(connection: Connection, { startDownload }: PageParts): Promise<void> {
    const { doneBytes, totalBytes } = await connection.measureDownload();
    if (doneBytes < totalBytes && !wantsToSaveData()) await startDownload();
  }

  /** Opens the program of the page's address; answers whether there is one. */
  async openLink(): Promise<boolean> {
    try {
      const program = await maybeLinkedProgram(location.hash);
      if (!program) return false;
      this.openProgram(program);
      // From here on the draft is what counts: a reload must not bring the link's text back over later changes.
      history.replaceState(null, '', location.pathname + location.search);
      return true;
    } catch (error) {
      this.say(messageOf(error));
      return false;
    }
  }

  /** Opens a project at one of its files; Run builds the whole project from then on. */
  openProject(project: Project, path: string): void {
    if (this.#showFile(project, path)) this.#projects.begin(project);
  }

  /** Shows another file of the open project. */
  openProjectFile(path: string): void {
    const { project } = this.#state;
    if (project && this.#showFile(project, path)) this.#projects.note({ isChanged: false });
  }

  /** Opens a project that was open before, as it was left. */
  async reopenProject(id: string): Promise<void> {
    const project = await this.#projects.open(id).catch(() => undefined);
    if (project) this.#showFile(project, project.current || (project.firstFile() ?? ''));
    else this.say('This project is no longer in the browser’s storage.');
  }

  /** Drafts of other tabs and earlier visits, and what was here before another program was opened. */
  listDrafts(): readonly Draft[] {
    const { drafts } = this.#drafts;
    return drafts.list().filter(({ id }) => id !== drafts.id);
  }

  /** Projects that can be opened again. */
  listProjects(): Promise<readonly KeptProject[]> {
    return this.#projects.list().catch(() => []);
  }

  /** After a reload the tab goes on with its project. */
  async #showProjectAgain(): Promise<void> {
    const project = await this.#projects.reopen().catch(() => undefined);
    if (project) this.#showFile(project, project.current || (project.firstFile() ?? ''));
  }

  #showFile(project: Project, path: string): boolean {
    const file = project.maybeOpen(path);
    if (!file) return false;
    if (!this.#state.project) this.#beforeProject = this.#state.program;
    this.#parts?.editor.open(file.text, file.language);
    const { language, text: source } = file;
    this.#change({ project, program: { ...this.#state.program, language, source } });
    return true;
  }

  /** Shows the program that was there before the project. What was changed in the project stays in the browser. */
  async closeProject(): Promise<void> {
    if (this.#beforeProject) this.#show(this.#beforeProject);
    const { client } = await this.service.reach();
    // Without it nothing is wrong but a copy that stays.
    await this.#projectBuilds?.forget(client).catch(() => undefined);
    this.#projectBuilds = undefined;
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
    if (this.#state.project) this.#projects.end();
    this.#parts?.editor.open(program.source, program.language);
    this.#change({
      program,
      project: undefined,
      ...(isRunning(run) ? {} : { run: IDLE }),
      outputFiles: [],
      comparison: undefined,
    });
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
    this.#change({ theme });
  }

  setTab(tab: PageState['tab']): void {
    this.#change({ tab });
  }

  setRaw(isRaw: boolean): void {
    if (this.#parts) this.#parts.console.isRaw = isRaw;
    this.#change({ isRaw });
  }

  setDownloadKept(isDownloadKept: boolean): void {
    this.#change({ isDownloadKept });
  }

  /** Builds and runs the program; nothing while it runs. */
  async run(): Promise<void> {
    if (isRunning(this.#state.run) || isComparing(this.#state.comparison) || !this.#parts) return;
    const { editor, console } = this.#parts;
    const { program } = this.#state;
    console.clear();
    editor.setDiagnostics([]);
    const tab = this.#state.tab === 'requests' ? 'requests' : 'output';
    this.#isStopWanted = false;
    const run = { ...IDLE, phase: 'sending', startedMs: performance.now() } as const;
    this.#change({
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
      this.#change({ run: failed, announcement: messageOf(error) });
    }
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
          onState: (progress) => this.#change({ comparison: progress }),
        },
      );
      this.#session = session;
      const result = await session.run();
      this.#change({ comparison: result, announcement: describeCost(result) });
    } catch (error) {
      this.#change({ comparison: undefined });
      this.say(messageOf(error));
    }
    this.#session = undefined;
  }

  /** Lays the two values of a comparison over each other. */
  viewPair({ pair }: ComparedValue): void {
    this.#change({ viewed: pair });
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
    const { project } = this.#state;
    this.#projectBuilds ??= new ProjectBuilds(this.#drafts.drafts.id);
    const builds = this.#projectBuilds;
    const own: OwnBuild = project ? { createBuild: (wish) => builds.start(client, project, wish) } : {};
    this.#last = { program, coreName: core.Name, own };
    const session = new RunSession(program, core.CoreID, {
      ...own,
      client,
      folder,
      listen: (listener) => connection.onJobChange(listener),
      listener: {
        onState: (run) => this.#change({ run }),
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
    const { project: opened } = this.#state;
    const isShown = ({ file }: { file?: string | undefined }) => !opened || file === opened.current;
    // What was typed meanwhile is another program, with other lines.
    if (this.#state.program.source === program.source) {
      editor.setDiagnostics(run.diagnostics.filter(isShown));
    }
    this.#change({ announcement: announceRun(run, console.values) });
    const outputFiles = await folder.listOutputs().catch(() => []);
    if (outputFiles.length > 0) this.#change({ outputFiles });
  }

  /** Looks at a value: alone, or over those that are looked at already. */
  async viewValue(chosen: ChosenValue): Promise<void> {
    try {
      const value = chosen.reference ? await this.#loadSamples(chosen) : chosen;
      const others = this.#state.isOverlay ? this.#state.viewed.slice(1 - MOST_VIEWED) : [];
      this.#change({ viewed: [...others, value] });
    } catch (error) {
      this.say(messageOf(error));
    }
  }

  setOverlay(isOverlay: boolean): void {
    this.#change({ isOverlay });
  }

  closeViewer(): void {
    this.#change({ viewed: [] });
  }

  async #loadSamples(chosen: ChosenValue): Promise<ChosenValue> {
    const { task } = this.#state.run;
    const { client } = await this.service.reach();
    if (!task || !chosen.reference) return chosen;
    const samples = await client.readSamples(task.TaskID, chosen.reference.valueId, MOST_SAMPLES);
    return { ...chosen, samples };
  }

  /** Makes the link to the program as it is, puts it into the address and on the clipboard. */
  async share(): Promise<void> {
    const link = await linkProgram(this.#state.program, location.href);
    history.replaceState(OWN_LINK, '', link);
    const isCopied = await navigator.clipboard.writeText(link).then(
      () => true,
      () => false,
    );
    this.say(
      `The link to this program is ${isCopied ? 'on the clipboard and ' : ''}in the address bar: ${link.length} characters, which hold the program, its inputs and its core.`,
    );
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

  /** Tells the user something, until it is dismissed. */
  say(sentence: string): void {
    this.#change({ sentence, announcement: sentence });
  }

  #changeProgram(changes: Partial<Program>): void {
    const program = { ...this.#state.program, ...changes };
    const { project } = this.#state;
    if (project && changes.source !== undefined) {
      project.setText(changes.source);
      this.#projects.note({ isChanged: true });
    }
    this.#change({ program });
    if (!project) this.#drafts.keep(program);
  }

  #change(changes: Partial<PageState>): void {
    this.#state = { ...this.#state, ...changes };
    this.#onChange();
  }
}

/** Whether a run on the Reference core is under way. */
export function isComparing(comparison: PageState['comparison']): boolean {
  return comparison !== undefined && 'phase' in comparison;
}

/** Whether the user has told the browser to load little. */
function wantsToSaveData(): boolean {
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } };
  return connection?.saveData ?? false;
}

function isOwnLink(): boolean {
  return (history.state as Partial<typeof OWN_LINK> | null)?.isOwnLink ?? false;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
