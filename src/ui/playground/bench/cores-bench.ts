// Runs the program on several cores, one after another. Each core has its own build and task, which also appear in
// the list of runs.

import { messageOf } from '../../../errors/message-of.ts';
import type { CoreRow } from '../../cores/core-rows.ts';
import type { Program } from '../../draft/program.ts';
import { describeSettings } from '../../draft/run-settings.ts';
import { describePhase } from '../../run/describe-run.ts';
import type { RunSession, RunTools } from '../../run/run-session.ts';
import { isRunning, type RunState } from '../../run/run-state.ts';
import type { Core } from '../../service/service-records.ts';
import { describeOrigin } from '../page/result-origin.ts';
import type { Bench } from './bench.ts';
import { isComparing } from './compare-bench.ts';
import type { ProjectBench } from './project-bench.ts';

const MOST_SAMPLES = 20_000;

export interface CoresBenchTools {
  readonly projects: ProjectBench;
  readonly tabId: () => Promise<string>;
  readonly programId: () => string;
}

export class CoresBench {
  readonly #bench: Bench;
  readonly #tools: CoresBenchTools;
  #session: RunSession | undefined;
  #isStopped = false;

  constructor(bench: Bench, tools: CoresBenchTools) {
    this.#bench = bench;
    this.#tools = tools;
  }

  /** Runs the open program on these cores; does nothing if another run is in progress. */
  async run(cores: readonly Core[]): Promise<void> {
    const { state, change, service } = this.#bench;
    const { program, project, run, comparison, coreRuns } = state;
    if (isRunning(run) || isComparing(comparison) || coreRuns?.isBusy) return;
    this.#isStopped = false;
    const waiting = cores.map((core): CoreRow => ({ core, phase: 'waiting', values: [] }));
    const origin = describeOrigin(program, program.core, project);
    change({ coreRuns: { isBusy: true, rows: waiting, origin }, announcement: 'Running.' });
    try {
      const { projects, tabId, programId } = this.#tools;
      const ofTab = await tabId();
      const id = programId();
      const { connection, client, openFolder } = await service.reach();
      const tools = {
        ...projects.describeBuild(client, ofTab, project),
        client,
        folder: openFolder(id),
        listen: (listener: Parameters<RunTools['listen']>[0]) => connection.onJobChange(listener),
      };
      for (const [index, core] of cores.entries()) {
        if (this.#isStopped) break;
        this.#setRow(index, { core, phase: 'running', values: [] });
        this.#setRow(index, await this.#runOn(core, program, tools));
      }
    } catch (error) {
      this.#bench.say(messageOf(error));
    }
    this.#end();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#session?.stop();
  }

  async #runOn(core: Core, program: Program, tools: Omit<RunTools, 'listener'>): Promise<CoreRow> {
    let stdout = '';
    const listener = {
      onState: (state: RunState) => noteRun('cores', this.#tools.programId(), state),
      onStdout: (text: string) => {
        stdout += text;
      },
      onStderr: () => undefined,
      onBegunAnew: () => {
        stdout = '';
      },
    };
    const settings = describeSettings(program.settings, core);
    const { noteRun, RunSession } = await import('../../run/run-session.ts');
    const session = new RunSession(program, core.CoreID, { ...tools, settings, listener });
    this.#session = session;
    const state = await session.run();
    this.#session = undefined;
    const { task, outcome } = state;
    const load = async (id: string) =>
      task ? tools.client.readSamples(task.TaskID, id, MOST_SAMPLES) : new Float64Array();
    const { readOutput } = await import('../../runs/compare-runs.ts');
    const { values } = await readOutput(stdout, load);
    const tookMs = task?.Stats?.ExecutionTimeInMilliseconds;
    const problem = outcome === 'completed' ? undefined : describePhase(state, undefined);
    return { core, phase: 'ended', values, tookMs, problem };
  }

  #setRow(index: number, row: CoreRow): void {
    const { coreRuns } = this.#bench.state;
    if (coreRuns) this.#bench.change({ coreRuns: { ...coreRuns, rows: coreRuns.rows.with(index, row) } });
  }

  /** Marks cores that were not reached as not run. */
  #end(): void {
    const { coreRuns } = this.#bench.state;
    if (!coreRuns) return;
    const rows = coreRuns.rows.map(
      (row): CoreRow => (row.phase === 'ended' ? row : { ...row, phase: 'ended', problem: 'not run' }),
    );
    this.#bench.change({ coreRuns: { ...coreRuns, isBusy: false, rows }, announcement: announce(rows) });
  }
}

function announce(rows: readonly CoreRow[]): string {
  const well = rows.filter(({ problem }) => problem === undefined).length;
  return `The program has run on ${well} of ${rows.length} cores.`;
}
