// Values at the ends of the editor's lines, found by an extra run after each run while the switch is on.
import type { LineValue } from '../../../client/program/program-lab.ts';
import type { DecidedLine } from '../../../client/program/program-messages.ts';
import { messageOf } from '../../../errors/message-of.ts';
import { findCore } from '../../cores/core-meaning.ts';
import { showLineValues } from '../../lines/line-value-marks.ts';
import { describeLines, showLines } from '../../lines/margin.ts';
import { hasExited } from '../../run/run-state.ts';
import { isStale } from '../page/result-origin.ts';
import type { Bench } from './bench.ts';
import { findFile } from './build-messages.ts';
import { describeDecision } from './decision-marks.ts';
import type { UncertaintyBench } from './uncertainty-bench.ts';

interface Listed {
  readonly values: readonly LineValue[];
  readonly decisions: readonly DecidedLine[];
}

export class LinesBench {
  readonly #bench: Bench;
  readonly #uncertainty: UncertaintyBench;
  #asking: AbortController | undefined;
  #listed: Listed | undefined;

  constructor(bench: Bench, uncertainty: UncertaintyBench) {
    this.#bench = bench;
    this.#uncertainty = uncertainty;
  }

  /** Removes all values because another run begins, another program is opened, or the switch is turned off. */
  clear(): void {
    this.#asking?.abort();
    this.#asking = undefined;
    if (!this.#listed) return;
    this.#listed = undefined;
    this.show();
  }

  /** Lists the values of the run that has just finished, if the switch is on. */
  async list(): Promise<void> {
    const { state } = this.#bench;
    if (!state.layout.hasMargin || !hasExited(state.run) || isStale(state)) return;
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    try {
      const answer = await this.#uncertainty.askLines(asking.signal);
      // If the program has changed in the meantime, its lines are no longer the same.
      if (asking.signal.aborted || !answer || isStale(this.#bench.state)) return;
      if (answer.kind === 'not-built') throw new Error(answer.problem);
      if (answer.end.kind === 'stopped') throw new Error(answer.end.message);
      const { lines: values = [], leftOut = 0 } = answer.lines ?? {};
      this.#listed = { values, decisions: this.#listDecisions() };
      this.show();
      const announcement = describeLines(answer);
      if (answer.isOtherCore || leftOut > 0 || values.length === 0) this.#bench.say(announcement);
      else this.#bench.change({ announcement });
    } catch (error) {
      if (!asking.signal.aborted) this.#bench.say(`Values by line: ${messageOf(error)}`);
    }
  }

  #listDecisions(): Listed['decisions'] {
    const { run, cores, origin } = this.#bench.state;
    const isFollowed = findCore(cores, origin?.coreName ?? '')?.Microarchitecture === 'Joint';
    return (run.task?.Decisions ?? []).flatMap((decision) => {
      const { File: file, LineNumber: line, Probability: probability } = decision;
      if (file === undefined || line === undefined || probability === undefined) return [];
      return [{ file, line, probability, message: describeDecision(decision, isFollowed) }];
    });
  }

  /** Shows the listed values for the file in the editor, unless the program has changed since the run. */
  show(): void {
    const { state, parts } = this.#bench;
    const { values = [], decisions = [] } = (!isStale(state) && this.#listed) || {};
    const isHere = ({ file }: { readonly file: string }) =>
      !state.project || findFile(state.project, file) === state.project.current;
    const lines = showLines(values.filter(isHere), decisions.filter(isHere));
    parts?.editor.setMargin(lines.length === 0 ? [] : showLineValues(lines));
  }
}
