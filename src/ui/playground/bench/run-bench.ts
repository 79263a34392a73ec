// Runs the open program, one run at a time. Its output is shown in the console and its messages in the editor. The
// result can be saved and used in comparisons.
import { HazeError } from '../../../errors/haze-error.ts';
import { messageOf } from '../../../errors/message-of.ts';
import { saveFile } from '../../browser/save-file.ts';
import { maybeStorage, UNDER_WAY } from '../../browser/tab-storage.ts';
import { findCore } from '../../cores/core-meaning.ts';
import { type InputFile, toInputFile } from '../../draft/input-file.ts';
import { describeSettings } from '../../draft/run-settings.ts';
import { countRun } from '../../offline/count-runs.ts';
import type { LeftRun } from '../../run/left-run.ts';
import type { RunSession } from '../../run/run-session.ts';
import { hasExited, IDLE, isRunning, type RunState } from '../../run/run-state.ts';
import type { Core, Diagnostic, Task } from '../../service/service-records.ts';
import { wantsToSaveData } from '../page/compiler-download.ts';
import type { PageState } from '../page/page-state.ts';
import { describeOrigin } from '../page/result-origin.ts';
import type { Bench, PageParts } from './bench.ts';
import { isComparing } from './compare-bench.ts';
import type { Late } from './late.ts';
import type { LinesBench } from './lines-bench.ts';
import type { ProjectBench } from './project-bench.ts';
import type { RanProgram } from './ran-program.ts';
import type { UncertaintyBench } from './uncertainty-bench.ts';
import type { ValueBench } from './value-bench.ts';

export interface RunBenchTools {
  readonly projects: ProjectBench;
  readonly values: ValueBench;
  readonly uncertainty: UncertaintyBench;
  readonly lines: Late<LinesBench>;
  /** Adds a file to the program's inputs. */
  readonly addInputs: (files: readonly InputFile[]) => void;
  readonly tabId: () => Promise<string>;
  readonly programId: () => string;
}

/** Maximum length of the output's tail that is searched for a file name. */
const MOST_READ = 20_000;

export class RunBench {
  readonly #bench: Bench;
  readonly #tools: RunBenchTools;
  #session: RunSession | undefined;
  /** True if the user pressed Stop, possibly before a job existed. */
  #isStopWanted = false;
  #last: RanProgram | undefined;

  constructor(bench: Bench, tools: RunBenchTools) {
    this.#bench = bench;
    this.#tools = tools;
  }

  /** The last run's program. */
  get last(): RanProgram | undefined {
    return this.#last;
  }

  /** Builds and runs the program; does nothing if a run is in progress. */
  async run(): Promise<void> {
    const { state, parts } = this.#bench;
    if (isRunning(state.run) || isComparing(state.comparison) || state.coreRuns?.isBusy || !parts) return;
    await this.#runFrom({ ...IDLE, phase: 'sending', startedMs: performance.now() }, 'Running.', parts);
  }

  /** Continues the run that was in progress before a reload. Reports a job that cannot be continued. */
  async goOn(): Promise<void> {
    if (!maybeStorage(() => sessionStorage)?.getItem(UNDER_WAY)) return;
    const { beginLeft, cancelLeft, takeLeftRun, tellLeft } = await import('../../run/left-run.ts');
    const left = takeLeftRun();
    const { state, parts } = this.#bench;
    // Another program's result is not shown, but its run continues in the service.
    if (!left || !parts || left.program !== this.#tools.programId() || isRunning(state.run)) return;
    this.#bench.say(tellLeft(left));
    if (left.kind === 'run') await this.#runFrom(beginLeft(left), tellLeft(left), parts, left);
    else await cancelLeft((await this.#bench.service.reach()).client, left);
  }

  async #runFrom(run: RunState, announcement: string, parts: PageParts, left?: LeftRun): Promise<void> {
    const { values, uncertainty, lines } = this.#tools;
    const { state, change } = this.#bench;
    values.begin(parts.console.values);
    uncertainty.begin();
    lines.loaded?.clear();
    parts.console.clear();
    parts.editor.setDiagnostics([]);
    this.#isStopWanted = false;
    change({
      run,
      tab: state.tab === 'requests' ? 'requests' : 'output',
      ...(left ? {} : { sentence: '' }),
      announcement,
      outputFiles: [],
      comparison: undefined,
    });
    let listOutputs: (() => Promise<void>) | undefined;
    try {
      listOutputs = await this.#run(state, parts, left);
    } catch (error) {
      const problem = messageOf(error);
      const failed = { ...this.#bench.state.run, phase: 'ended', outcome: 'failed', problem } as const;
      change({ run: failed, announcement: problem });
    }
    values.follow(parts.console.values);
    uncertainty.end();
    if (this.#bench.state.layout.hasMargin) void lines.load().then((loaded) => loaded?.list());
    const isCounted = this.#bench.state.run.outcome === 'completed';
    if (isCounted && countRun(maybeStorage(() => localStorage)) && !wantsToSaveData())
      change({ offersOffline: true });
    await listOutputs?.();
    await this.#tellUnfound(parts.console);
  }

  /** Reports a missing file that may have caused a program to fail. */
  async #tellUnfound({ textContent }: Element): Promise<void> {
    const { project, run } = this.#bench.state;
    if (!project || run.outcome !== 'stopped' || !hasExited(run)) return;
    const { maybeUnfoundData } = await import('../../project/named-data.ts');
    const unfound = maybeUnfoundData(project, (textContent ?? '').slice(-MOST_READ));
    if (!unfound) return;
    const { path, name, sentence } = unfound;
    this.#bench.say(sentence, {
      title: 'Add it as an input',
      use: () => {
        const bytes = project.files.get(path);
        if (bytes) this.#tools.addInputs([toInputFile(name, bytes)]);
      },
    });
  }

  async stop(): Promise<void> {
    this.#isStopWanted = true;
    await this.#session?.stop();
  }

  async saveOutputFile(path: string): Promise<void> {
    if (this.#last) saveFile(path.split('/').at(-1) ?? path, await this.#last.folder.read(path));
  }

  /** Runs the program; returns a function that lists the run's files after the run has finished. */
  async #run(
    { program: open, project }: Pick<PageState, 'program' | 'project'>,
    { editor, console }: PageParts,
    left?: LeftRun,
  ): Promise<() => Promise<void>> {
    const { service, change } = this.#bench;
    const { projects, uncertainty, tabId, programId } = this.#tools;
    const ofTab = await tabId();
    const id = programId();
    const { connection, client, openFolder } = await service.reach();
    const folder = openFolder(id);
    const program = left
      ? await (await import('../../run/left-run.ts')).readLeftProgram(client, left, open)
      : open;
    const core = await this.#findCore(program.core);
    const { messages } = projects;
    messages.begin(project);
    const own = projects.describeBuild(client, ofTab, project);
    this.#last = { program, coreName: core.Name, own, folder };
    uncertainty.note(program, core, project);
    this.#bench.change({ origin: describeOrigin(program, core.Name, project) });
    const { RunSession, announceRun, listOutputs, noteRun } = await import('../../run/run-session.ts');
    const session = new RunSession(program, core.CoreID, {
      ...own,
      client,
      folder,
      settings: describeSettings(program.settings, core),
      listen: (listener) => connection.onJobChange(listener),
      ...(left && { left }),
      listener: {
        onState: (run) => {
          noteRun('run', id, run);
          change({ run });
        },
        onBegunAnew: () => console.clear(),
        onStdout: (text) => console.write(text),
        onStderr: (text) => console.writeError(text),
      },
    });
    this.#session = session;
    const running = session.run();
    // The run itself reports that it has stopped, because the response to the stop request would arrive too late.
    if (this.#isStopWanted) void session.stop();
    const run = await running;
    this.#session = undefined;
    console.end();
    const marks = run.task?.Decisions ? await loadMarks(run.task, core) : [];
    const diagnostics = [...run.diagnostics, ...marks];
    if (marks.length > 0 && this.#bench.state.run === run) change({ run: { ...run, diagnostics } });
    messages.end(diagnostics);
    const { project: opened, program: shown } = this.#bench.state;
    // If the text has been edited in the meantime, the program is different and has different lines.
    if (opened || shown.source === program.source) editor.setDiagnostics(messages.listFor(opened));
    change({ announcement: announceRun(run, console.values) });
    return () => listOutputs(folder, run, this.#bench);
  }

  async #findCore(wanted: string): Promise<Core> {
    const { state, service } = this.#bench;
    const core =
      findCore(state.cores, wanted) ?? findCore(await (await service.reach()).client.listCores(), wanted);
    if (core) return core;
    throw new HazeError('unknown-core', `There is no core "${wanted}" in this browser. Choose another one.`);
  }
}

/**
 * Marks for mixed decisions, which few programs have. If the code for the marks cannot be loaded, none are shown;
 * stderr lists these decisions anyway.
 */
async function loadMarks(task: Task, core: Core): Promise<readonly Diagnostic[]> {
  const marks = await import('./decision-marks.ts').catch(() => undefined);
  return marks?.markDecisions(task, core) ?? [];
}
