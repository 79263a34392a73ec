// The values that are looked at: chosen in the output, laid over each other, followed from one run to the next.

import { messageOf } from '../../../errors/message-of.ts';
import { distributionOfUx } from '../../../plot/distributions/ux-distribution.ts';
import type { ChosenValue } from '../../console/haze-console.ts';
import type { ViewedValue } from '../../value/viewed-value.ts';
import type { Bench } from './bench.ts';
import { beginFollowing, type FollowedValue, followValues } from './follow-values.ts';

const MOST_SAMPLES = 100_000;
const MOST_VIEWED = 6;

export class ValueBench {
  readonly #bench: Bench;
  /** Values shown when the run began. */
  #followed: readonly FollowedValue[] = [];
  #isDismissed = false;

  constructor(bench: Bench) {
    this.#bench = bench;
  }

  /** Looks at a value: alone, or over those that are looked at already. */
  async view(chosen: ChosenValue): Promise<void> {
    const { state, change, say } = this.#bench;
    this.#isDismissed = false;
    try {
      const value = chosen.reference ? await this.#loadSamples(chosen) : chosen;
      const others = state.isOverlay ? this.#bench.state.viewed.slice(1 - MOST_VIEWED) : [];
      change({ viewed: [...others, value], announcement: `Looking at ${value.label}.` });
    } catch (error) {
      say(messageOf(error));
    }
  }

  /** Lays values over each other, such as those of two runs, or of a run and the Reference core's. */
  viewTogether(values: readonly ViewedValue[]): void {
    this.#bench.change({ viewed: values, announcement: `Looking at ${values[0]?.label ?? 'nothing'}.` });
  }

  setOverlay(isOverlay: boolean): void {
    this.#bench.change({ isOverlay });
  }

  /** Nothing is looked at any more, and nothing is followed. */
  close(): void {
    this.#followed = [];
    this.#bench.change({ viewed: [] });
  }

  /** Somebody has closed the viewer: of this program no run opens it by itself. */
  dismiss(): void {
    this.#isDismissed = true;
    this.close();
  }

  /** Another program has taken the place of the one that was there. */
  beginAnew(): void {
    this.#isDismissed = false;
    this.close();
  }

  /** A run begins; `printed` is what the one before has printed. */
  begin(printed: readonly ViewedValue[]): void {
    this.#followed = beginFollowing(this.#bench.state.viewed, printed);
  }

  /** A run has ended: the values become its own; where it has none of them, its first uncertain one is looked at. */
  follow(printed: readonly ViewedValue[]): void {
    const { viewed } = this.#bench.state;
    const isOfThisRun = ({ value }: ChosenValue) => printed.some((known) => known.value === value);
    if (viewed.some(isOfThisRun)) return;
    const followed = followValues(this.#followed, printed);
    const first = this.#isDismissed || followed.length > 0 ? undefined : findUncertain(printed);
    if (viewed.length > 0 || first) this.#bench.change({ viewed: first ? [first] : followed });
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
