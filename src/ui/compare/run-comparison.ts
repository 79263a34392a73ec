// Runs the page's program on the Reference core, over the REST interface like any other run, so that its values can be
// compared with the values on another core.
import { HazeError } from '../../errors/haze-error.ts';
import { splitReferences } from '../console/reference-values.ts';
import type { Program } from '../draft/program.ts';
import { describePhase } from '../run/describe-run.ts';
import { noteRun, RunSession, type RunTools } from '../run/run-session.ts';
import { hasExited, type RunState } from '../run/run-state.ts';
import type { ViewedValue } from '../value/viewed-value.ts';
import { type Comparison, maybeCompareValue } from './compare-values.ts';

export const REFERENCE_CORE = 'C0-Reference';
const MOST_VALUES = 20;
const MOST_SAMPLES = 100_000;

export interface TrackedRun {
  readonly program: Program;
  readonly coreName: string;
  readonly state: RunState;
  /** Values in the order printed. */
  readonly values: readonly ViewedValue[];
}

export class ComparisonRun {
  readonly #tracked: TrackedRun;
  readonly #client: RunTools['client'];
  readonly #session: RunSession;
  #printed = '';

  constructor(
    tracked: TrackedRun,
    referenceId: string,
    tools: Omit<RunTools, 'listener'> & {
      readonly programId: string;
      readonly onState: (state: RunState) => unknown;
    },
  ) {
    this.#tracked = tracked;
    this.#client = tools.client;
    const listener = {
      onState: (state: RunState) => {
        noteRun('comparison', tools.programId, state);
        tools.onState(state);
      },
      onStdout: (text: string) => {
        this.#printed += text;
      },
      onStderr: () => undefined,
      onBegunAnew: () => {
        this.#printed = '';
      },
    };
    this.#session = new RunSession(tracked.program, referenceId, { ...tools, listener });
  }

  stop(): Promise<void> {
    return this.#session.stop();
  }

  /** @throws HazeError `comparison-failed`, stating the final state of the run on the Reference core */
  async run(): Promise<Comparison> {
    const state = await this.#session.run();
    const { task } = state;
    if (!task || !hasExited(state)) {
      throw new HazeError(
        'comparison-failed',
        `There is nothing to compare with: ${describePhase(state, undefined).replace(/\.$/, '')}.`,
      );
    }
    const named = splitReferences(this.#printed).filter((part) => typeof part !== 'string');
    const { values: printed, coreName } = this.#tracked;
    const pairs = printed.slice(0, MOST_VALUES).flatMap((value, index) => {
      const reference = named[index];
      return reference ? [{ value, reference }] : [];
    });
    const values = await Promise.all(
      pairs.map(async ({ value, reference }) =>
        maybeCompareValue(
          value,
          await this.#client.readSamples(task.TaskID, reference.valueId, MOST_SAMPLES),
          coreName,
        ),
      ),
    );
    const compared = values.filter((value) => value !== undefined);
    return {
      coreName,
      values: compared,
      unmatchedCount: Math.max(printed.length, named.length) - compared.length,
      coreMs: this.#tracked.state.task?.Stats?.ExecutionTimeInMilliseconds ?? 0,
      referenceMs: task.Stats?.ExecutionTimeInMilliseconds ?? 0,
    };
  }
}
