// Mixed decisions of a run that has not finished. Its worker reports them immediately, because the run may never
// finish.

import { concatenate } from '../../errors/concatenate.ts';
import type {
  DecisionNews,
  DecisionReport,
  MixedRun,
  RunDecision,
} from '../../uncertainty/sources/run-decisions.ts';

export class KnownDecisions {
  readonly #decisions: RunDecision[] = [];
  readonly #input: Uint8Array[] = [];
  #mixed: MixedRun | undefined;

  take({ decision, mixed, input }: DecisionNews): void {
    if (decision) this.#decisions.push(decision);
    this.#mixed ??= mixed;
    if (input) this.#input.push(input);
  }

  /** Reports the decisions of a run that was terminated from outside. */
  report(): { readonly decisions?: DecisionReport } {
    return this.#decisions.length > 0 ? { decisions: { decisions: this.#decisions, leftOut: 0 } } : {};
  }

  /**
   * Returns the data for following the draws of a run that is being terminated. @param message the line about the end
   */
  mixed(message: string, endless: Pick<MixedRun, 'endlessSeconds' | 'endlessValues'>): MixedRun | undefined {
    const mixed = this.#mixed;
    if (!mixed) return undefined;
    const input = concatenate([mixed.input, ...this.#input]);
    return { ...mixed, input, ending: [message], ...endless };
  }
}
