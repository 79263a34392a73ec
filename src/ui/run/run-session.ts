// One run of the page's program over the REST interface: sends files, builds, runs, and reads output as it is
// printed. A listener is notified of every step.
import { HazeError } from '../../errors/haze-error.ts';
import { messageOf } from '../../errors/message-of.ts';
import { describeDistribution } from '../../plot/distributions/describe-distribution.ts';
import { distributionOfUx } from '../../plot/distributions/ux-distribution.ts';
import { countLineEnds } from '../console/output-blocks.ts';
import { configMkOf, type Program } from '../draft/program.ts';
import { type ListenToJobs, watchJob } from '../service/job-watch.ts';
import type { ServiceClient } from '../service/service-client.ts';
import {
  type Build,
  type DataSource,
  hasEnded,
  lastMessage,
  type NewTask,
  type Task,
} from '../service/service-records.ts';
import type { ViewedValue } from '../value/viewed-value.ts';
import { describePhase } from './describe-run.ts';
import type { InputFolder } from './input-folder.ts';
import { beginLeft, type LeftRun } from './left-run.ts';
import { OutputReader } from './output-reader.ts';
import { IDLE, type RunOutcome, type RunState } from './run-state.ts';

// Loaded together with this module, only on the first run.
export { noteRun } from './left-run.ts';

export interface RunListener {
  onState(state: RunState): void;
  onStdout(text: string): void;
  onStderr(text: string): void;
  /** Called if the task restarts because its executor is gone. Earlier output is then no longer valid. */
  onBegunAnew(): void;
}

export interface RunTools {
  readonly client: ServiceClient;
  readonly listen: ListenToJobs;
  readonly folder: InputFolder;
  readonly listener: RunListener;
  /** Task settings apart from the program's own inputs. */
  readonly settings?: Partial<NewTask>;
  /** Starts the build of an open project instead of the program's text. */
  readonly createBuild?: (wish: { CoreID: string; Arguments: string }) => Promise<Build>;
  /** Build and task from an earlier load of the page, to be continued instead of starting new ones. */
  readonly left?: LeftRun;
}

const GONE = 'This browser has since removed the data it kept for this run; run it again.';
const STOPPED = new HazeError('stopped', 'Stopped.');

export class RunSession {
  readonly #tools: RunTools;
  readonly #program: Program;
  readonly #coreId: string;
  readonly #controller = new AbortController();
  #outputs: OutputReader;
  /** Number of times the task has started so far. */
  #beginnings = 0;
  #state: RunState = { ...IDLE, startedMs: performance.now() };

  constructor(program: Program, coreId: string, tools: RunTools) {
    this.#program = program;
    this.#coreId = coreId;
    this.#tools = tools;
    if (tools.left) this.#state = beginLeft(tools.left);
    this.#outputs = this.#readOutputs();
  }

  /** Builds and runs the program; resolves when the run has finished, whatever its outcome. */
  async run(): Promise<RunState> {
    try {
      const { folder, left } = this.#tools;
      if (!left) this.#change({ phase: 'sending' });
      const DataSources = left?.taskId ? [] : await folder.send(this.#program.files);
      const build = await this.#build();
      if (build.Status !== 'Completed') return this.#endBuild(build);
      const task = await this.#runTask(build, DataSources);
      return this.#end(outcomeOf(task));
    } catch (error) {
      if (error === STOPPED) return this.#end('cancelled');
      return this.#end('failed', isGone(error) ? GONE : messageOf(error));
    }
  }

  /** Cancels the current job. */
  async stop(): Promise<void> {
    const { client } = this.#tools;
    const { build, task } = this.#state;
    this.#controller.abort(STOPPED);
    // The service rejects the cancellation of a job that is just finishing.
    if (task && !hasEnded(task)) await client.cancelTask(task.TaskID).catch(() => undefined);
    else if (build && !hasEnded(build)) await client.cancelBuild(build.BuildID).catch(() => undefined);
  }

  async #build(): Promise<Build> {
    const { client, listen } = this.#tools;
    const { signal } = this.#controller;
    return watchJob({
      create: () => this.#createBuild(),
      idOf: ({ BuildID }) => BuildID,
      listen,
      read: ({ BuildID }) => client.readBuild(BuildID),
      onRecord: (build) => this.#change({ build }),
      hasEnded,
      signal,
    });
  }

  async #createBuild(): Promise<Build> {
    const { client, left } = this.#tools;
    if (left) return client.readBuild(left.buildId);
    const { source: Code, language: Language, arguments: Arguments } = this.#program;
    const CoreID = this.#coreId;
    const ConfigMk = configMkOf(this.#program);
    const created = await (this.#tools.createBuild?.({ CoreID, Arguments }) ??
      client.createBuild({ Code, Language, CoreID, ...(ConfigMk !== '' && { ConfigMk }) }));
    this.#change({ phase: 'building', build: created });
    if (this.#controller.signal.aborted) await client.cancelBuild(created.BuildID).catch(() => undefined);
    return created;
  }

  async #endBuild(build: Build): Promise<RunState> {
    await this.#readReport(build);
    const isCancelled = build.Status === 'Cancelled';
    return this.#end(isCancelled ? 'cancelled' : 'build-failed', lastMessage(build));
  }

  async #readReport({ BuildID }: Build): Promise<void> {
    const { client } = this.#tools;
    const [log, diagnostics] = await Promise.all([
      client.readBuildLog(BuildID),
      client.listDiagnostics(BuildID),
    ]);
    this.#change({ log, diagnostics });
  }

  async #runTask(build: Build, DataSources: readonly DataSource[]): Promise<Task> {
    const { client, listen } = this.#tools;
    const { signal } = this.#controller;
    const task = await watchJob({
      create: () => this.#createTask(build, DataSources),
      idOf: ({ TaskID }) => TaskID,
      listen,
      read: ({ TaskID }) => client.readTask(TaskID),
      onRecord: async (record) => {
        this.#change({ task: record });
        this.#noticeBeginning(record);
        // A failed read is retried with the next record. A task that restarts has lost its output.
        if (record.Status === 'In Progress') await this.#outputs.readMore(record).catch(() => undefined);
      },
      hasEnded,
      signal,
    });
    await this.#outputs.readMore(task);
    // Reads the log and warnings last, because the user is not waiting for them.
    await this.#readReport(build);
    return task;
  }

  /** Detects a restart: if the task's executor is gone, the next executor runs the task again. */
  #noticeBeginning({ StatusTransitions }: Task): void {
    const beginnings = StatusTransitions.filter(({ Status }) => Status === 'In Progress').length;
    const isAnew = this.#beginnings > 0 && beginnings > this.#beginnings;
    this.#beginnings = beginnings;
    if (!isAnew) return;
    this.#outputs = this.#readOutputs();
    this.#change({ bytes: 0, lines: 0 });
    this.#tools.listener.onBegunAnew();
  }

  #readOutputs(): OutputReader {
    const { listener, client } = this.#tools;
    const onStdout = (text: string, sizeBytes: number) => {
      const { bytes, lines } = this.#state;
      this.#change({ bytes: bytes + sizeBytes, lines: lines + countLineEnds(text) });
      listener.onStdout(text);
    };
    return new OutputReader(client, { onStdout, onStderr: (text) => listener.onStderr(text) });
  }

  async #createTask({ BuildID }: Build, DataSources: readonly DataSource[]): Promise<Task> {
    const { client, settings, left } = this.#tools;
    if (left?.taskId) {
      const task = await client.readTask(left.taskId);
      this.#change({ phase: 'running', task });
      return task;
    }
    const { arguments: Arguments, stdin } = this.#program;
    const wish = { ...settings, Arguments, DataSources, ...(stdin !== '' && { Stdin: stdin }) };
    const created = await client.createTask(BuildID, wish);
    this.#change({ phase: 'running', task: created });
    if (this.#controller.signal.aborted) await client.cancelTask(created.TaskID).catch(() => undefined);
    return created;
  }

  #end(outcome: RunOutcome, problem?: string): RunState {
    const tookMs = performance.now() - this.#state.startedMs;
    this.#change({ phase: 'ended', outcome, tookMs, ...(problem !== undefined && { problem }) });
    return this.#state;
  }

  #change(changes: Partial<RunState>): void {
    this.#state = { ...this.#state, ...changes };
    this.#tools.listener.onState(this.#state);
  }
}

/** A page that shows a run's files. */
interface OutputPage {
  readonly state: { readonly run: RunState };
  change(changes: { readonly outputFiles: Awaited<ReturnType<InputFolder['listOutputs']>> }): void;
  say(sentence: string): void;
}

/**
 * Shows the files of a completed run. Drops a late response if another run has begun or another program has been
 * opened.
 */
export async function listOutputs(folder: InputFolder, run: RunState, page: OutputPage): Promise<void> {
  // If there is no task, the files belong to an earlier run.
  if (!run.task) return;
  const isLate = () => page.state.run.task !== run.task;
  try {
    const outputFiles = await folder.listOutputs();
    if (outputFiles.length > 0 && !isLate()) page.change({ outputFiles });
  } catch (error) {
    if (!isLate()) page.say(`Files that the program may have written cannot be listed: ${messageOf(error)}`);
  }
}

/** Tests whether a record no longer exists because the site data was cleared or the job was deleted elsewhere. */
function isGone(error: unknown): boolean {
  return error instanceof HazeError && error.code === 'unknown-resource';
}

function outcomeOf({ Status }: Task): RunOutcome {
  if (Status === 'Completed') return 'completed';
  return Status === 'Cancelled' ? 'cancelled' : 'stopped';
}

const MOST_VALUES = 3;

/** Announces the completion of a run. */
export function announceRun(state: RunState, values: readonly ViewedValue[]): string {
  const problems = state.diagnostics.filter(({ severity }) => severity === 'error' || severity === 'fatal');
  const [first] = problems;
  const phase = describePhase(state, undefined);
  const end = phase.endsWith('.') ? phase : `${phase}.`;
  if (first) {
    const place = first.line === undefined ? '' : ` in line ${first.line}`;
    return `${end} ${problems.length === 1 ? 'One error' : `${problems.length} errors`}${place}: ${first.message}`;
  }
  const shown = values
    .slice(0, MOST_VALUES)
    .flatMap(({ label, value }) => (value ? [describeDistribution(distributionOfUx(value), label)] : []));
  const more = values.length > shown.length ? `${values.length - shown.length} more values.` : '';
  return [end, ...shown, more].filter((part) => part !== '').join(' ');
}
