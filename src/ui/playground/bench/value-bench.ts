// The values being shown: chosen in the output, displayed together, and followed from run to run.

import { messageOf } from '../../../errors/message-of.ts';
import { distributionOfUx } from '../../../plot/distributions/ux-distribution.ts';
import type { ChosenValue } from '../../console/haze-console.ts';
import { hasExited } from '../../run/run-state.ts';
import { type FindFigures, RunFigures } from '../../value/run-figures.ts';
import type { FiguresByText, ViewedValue } from '../../value/viewed-value.ts';
import type { Bench } from './bench.ts';
import { beginFollowing, type FollowedValue, followValues } from './follow-values.ts';

const MOST_SAMPLES = 100_000;
const MOST_VIEWED = 6;

export class ValueBench {
  readonly #bench: Bench;
  /** Values that were shown when the run began. */
  #followed: readonly FollowedValue[] = [];
  #isDismissed = false;
  /** Number of times that the values shown were replaced; an overlay replaces nothing. */
  #replacements = 0;
  readonly #figures = new RunFigures(() => this.#bench.change({}));
  readonly #findFigures: FindFigures;
  /** True if the user has requested figures, and therefore also gets figures for later runs. */
  #wantsFigures = false;

  /** @param findFigures finds the figures for the last run */
  constructor(bench: Bench, findFigures: FindFigures) {
    this.#bench = bench;
    this.#findFigures = findFigures;
  }

  /** Figures for the last run's values, and their errors; available once computed. */
  get figures(): FiguresByText {
    return this.#figures.known;
  }

  /** Finds the figures for the last run and later runs; undefined if figures cannot be found. */
  get findFigures(): (() => void) | undefined {
    if (this.#figures.isAsked || !hasExited(this.#bench.state.run)) return undefined;
    return () => {
      this.#wantsFigures = true;
      this.#lookAtFigures();
    };
  }

  /** Shows a value, either by itself or together with the values already shown. */
  async view(chosen: ChosenValue): Promise<void> {
    const { state, change, say } = this.#bench;
    this.#isDismissed = false;
    if (!state.isOverlay) this.#replacements += 1;
    const before = this.#replacements;
    try {
      const value = chosen.reference ? await this.#loadSamples(chosen) : chosen;
      if (this.#replacements !== before) return;
      const others = state.isOverlay ? this.#bench.state.viewed.slice(1 - MOST_VIEWED) : [];
      change({ viewed: [...others, value], announcement: `Viewing ${value.label}.` });
      this.#lookAtFigures();
    } catch (error) {
      say(messageOf(error));
    }
  }

  /** Shows values together, for example from two runs, or from a run and the Reference core. */
  viewTogether(values: readonly ViewedValue[]): void {
    this.#replacements += 1;
    this.#bench.change({ viewed: values, announcement: `Viewing ${values[0]?.label ?? 'nothing'}.` });
  }

  setOverlay(isOverlay: boolean): void {
    this.#bench.change({ isOverlay });
  }

  /** Closes all values; no later run opens them again. */
  close(): void {
    this.#followed = [];
    this.#replacements += 1;
    this.#bench.change({ viewed: [] });
  }

  /** Closes the viewer at the user's request. Later runs of this program do not open it again. */
  dismiss(): void {
    this.#isDismissed = true;
    this.close();
  }

  /** Removes all values, because another program was opened. */
  beginAnew(): void {
    this.#isDismissed = false;
    this.close();
  }

  /** Begins a run; `printed` contains the values of the previous run. */
  begin(printed: readonly ViewedValue[]): void {
    this.#figures.clear();
    this.#replacements += 1;
    this.#followed = beginFollowing(this.#bench.state.viewed, printed);
  }

  /** Completes a run: shows the new values with the same labels, otherwise the first uncertain value. */
  follow(printed: readonly ViewedValue[]): void {
    const { viewed } = this.#bench.state;
    const isOfThisRun = ({ value }: ChosenValue) => printed.some((known) => known.value === value);
    if (viewed.some(isOfThisRun)) return;
    const followed = followValues(this.#followed, printed);
    const first = this.#isDismissed || followed.length > 0 ? undefined : findUncertain(printed);
    if (viewed.length > 0 || first) this.#bench.change({ viewed: first ? [first] : followed });
    this.#lookAtFigures();
  }

  /** Requests a completed run's figures if one of its values is shown. */
  #lookAtFigures(): void {
    const { viewed, run } = this.#bench.state;
    if (!this.#wantsFigures || !hasExited(run) || !viewed.some(({ value }) => value)) return;
    void this.#figures
      .look(this.#findFigures)
      .catch((error: unknown) => this.#bench.say(`Standard errors: ${messageOf(error)}`));
  }

  async #loadSamples(chosen: ChosenValue): Promise<ChosenValue> {
    const { task } = this.#bench.state.run;
    const { client } = await this.#bench.service.reach();
    if (!task || !chosen.reference) return chosen;
    const samples = await client.readSamples(task.TaskID, chosen.reference.valueId, MOST_SAMPLES);
    return { ...chosen, samples };
  }
}

/** The first value with a spread. */
function findUncertain(printed: readonly ViewedValue[]): ViewedValue | undefined {
  return printed.find(({ value }) => value !== undefined && !distributionOfUx(value).isPlain);
}
