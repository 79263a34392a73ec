// Questions about the values of the last run. To answer a question, the panel (src/ui/budget) runs the same program
// once more. The panel and the engine are lazy-loaded on the first question.
import type { LabAnswer, LabProgram } from '../../../client/program/program-lab.ts';
import { loadOnce } from '../../../errors/load-once.ts';
import type { UncertaintyView } from '../../budget/haze-uncertainty.ts';
import { findFigures, type UncertaintySubject } from '../../budget/uncertainty-subject.ts';
import type { ChosenValue } from '../../console/haze-console.ts';
import { bytesOfFile } from '../../draft/input-file.ts';
import { configMkOf, type Program } from '../../draft/program.ts';
import type { Project } from '../../project/project.ts';
import { hasExited } from '../../run/run-state.ts';
import type { Core, Task } from '../../service/service-records.ts';
import type { FiguresByText } from '../../value/viewed-value.ts';
import type { AskedUncertainty } from '../page/page-state.ts';
import type { Bench } from './bench.ts';

/** A program, with its core and sources at the time of the run. */
interface Ran {
  readonly program: Program;
  readonly core: Core;
  /** The open project's sources at the time of the run. */
  readonly sources: LabProgram['sources'];
  readonly directory: string | undefined;
}

const SIMULATED: readonly string[] = ['Athens', 'Bypass', 'Reference', 'Joint'];
const NOTHING_RAN = 'Run the program first: this tab shows the values that it prints.';

export class UncertaintyBench {
  readonly #bench: Bench;
  #ran: Ran | undefined;
  /** The question that was open when the run began. */
  #reopened: Omit<AskedUncertainty, 'subject'> | undefined;

  constructor(bench: Bench) {
    this.#bench = bench;
  }

  /** Begins a run: closes the question about the previous run. */
  begin(): void {
    const { asked } = this.#bench.state;
    this.#reopened = asked && { ordinal: asked.ordinal, view: asked.view };
    this.#ran = undefined;
    this.#bench.change({ asked: undefined });
  }

  /** Records the program that is being run. */
  note(program: Program, core: Core, project: Project | undefined): void {
    const sources = project ? new Map(project.files) : program.source;
    this.#ran = { program, core, sources, directory: project?.directory };
  }

  /** Repeats the open question for the run that has just finished. */
  end(): void {
    const { run } = this.#bench.state;
    if (this.#reopened && hasExited(run)) this.#ask(this.#reopened);
    this.#reopened = undefined;
  }

  /** Opens a question about one value of the last run, or about all values. */
  ask(view: UncertaintyView, value?: ChosenValue): void {
    const { parts } = this.#bench;
    const printed = parts?.console.values ?? [];
    this.#ask({
      view,
      ordinal: Math.max(
        0,
        printed.findIndex((one) => one.value === value?.value),
      ),
    });
  }

  close(): void {
    this.#reopened = undefined;
    this.#bench.change({ asked: undefined });
  }

  #ask(wish: Omit<AskedUncertainty, 'subject'>): void {
    const ran = this.#ran;
    const { task } = this.#bench.state.run;
    const { parts, state } = this.#bench;
    if (!ran || !task || !parts) {
      this.#bench.say(NOTHING_RAN);
      return;
    }
    if (state.asked) {
      this.#bench.change({ asked: { ...wish, subject: state.asked.subject } });
      return;
    }
    const subject = { stdout: parts.console.printed, ask: this.#askLab(ran, task) };
    this.#bench.change({ asked: { ...wish, subject } });
  }

  /** Lists the line values of the last run; undefined if nothing was run. */
  async askLines(signal: AbortSignal): Promise<LabAnswer | undefined> {
    const { task } = this.#bench.state.run;
    if (!this.#ran || !task) return undefined;
    return this.#askLab(this.#ran, task)({ trace: false, lines: true }, () => undefined, signal);
  }

  /** Finds the figures for the last run's values, and their errors; undefined if nothing was run. */
  async findFigures(signal: AbortSignal): Promise<FiguresByText | undefined> {
    const { task } = this.#bench.state.run;
    return this.#ran && task ? findFigures(this.#askLab(this.#ran, task), signal) : undefined;
  }

  #askLab(ran: Ran, task: Task): UncertaintySubject['ask'] {
    let program: LabProgram | undefined;
    return async (wish, onStep, signal) => {
      const { seedOfTask } = await import('../../../client/program/program-lab.ts');
      const lab = await this.#openLab();
      program ??= describeLabProgram(ran, task, seedOfTask(task.TaskID, task.Seed));
      return lab.ask(program, wish, onStep, signal);
    };
  }

  /** Opens a lab that uses the page's compiler. */
  readonly #openLab = loadOnce(async () => {
    const { createProgramLab } = await import('../../../client/program/program-lab.ts');
    return createProgramLab(await this.#bench.state.connection?.openEngine());
  });
}

function describeLabProgram(
  { program, core, sources, directory }: Ran,
  { LaneCount, Runs, TimeLimitInSeconds }: Task,
  seed: bigint,
): LabProgram {
  const configMk = configMkOf(program);
  const build =
    directory === undefined
      ? { language: program.language, ...(configMk !== '' && { configMk }) }
      : { directory };
  const files = Object.fromEntries(program.files.map((file) => [file.path, bytesOfFile(file)]));
  const { arguments: words, stdin } = program;
  const run = {
    core: { ...readCore(core), ...(LaneCount !== undefined && { LaneCount }) },
    ...{ arguments: words, stdin, files, seed },
    ...(Runs !== undefined && { runs: Runs }),
    ...(TimeLimitInSeconds !== undefined && { timeLimitSeconds: TimeLimitInSeconds }),
  };
  return { sources, build, run };
}

/** Returns the core for the lab. A core whose microarchitecture Haze does not simulate tracks nothing. */
function readCore({ Microarchitecture, ...core }: Core): LabProgram['run']['core'] {
  const known = SIMULATED.find((name) => name === Microarchitecture) ?? 'Bypass';
  return { ...core, Microarchitecture: known } as LabProgram['run']['core'];
}
