// Collects the decisions in a run on which draws disagree with the particle, once for each site.
import type { Decisions, Operand } from '../../uncertainty/core/core.ts';
import { COMPARISONS, ROUNDINGS } from '../../uncertainty/core/operations.ts';
import { checkNumber } from '../../uncertainty/core/unknown-number.ts';
import { HOLDS } from '../../uncertainty/distributions/decisions.ts';
import type { DecisionReport, RunDecision } from '../../uncertainty/sources/run-decisions.ts';

/** Maximum number of recorded decisions. */
const MOST_KEPT = 1000;
/**
 * Maximum number of times that the stack is read to locate a decision. Decisions in the C library have no site number.
 */
const MOST_STACKS = 10_000;

type Kept = RunDecision extends infer Each
  ? Each extends RunDecision
    ? Omit<Each, 'frames'>
    : never
  : never;

export interface DecisionHost {
  readonly readFrames: () => readonly number[];
  /**
   * Called at every mixed decision, before the program continues.
   * @param share fraction of the draws that decide as the particle does; 0 if unknown
   */
  readonly onMixed: (share: number) => void;
  /** Called at the first mixed decision at each place. */
  readonly onKept: (decision: RunDecision) => void;
}

export class DecisionNotes {
  readonly #decisions: Decisions;
  readonly #host: DecisionHost;
  readonly #kept: RunDecision[] = [];
  readonly #places = new Set<string>();
  #stacks = 0;
  #leftOut = 0;

  constructor(decisions: Decisions, host: DecisionHost) {
    this.#decisions = decisions;
    this.#host = host;
  }

  /** Returns true if the site need not be reported again. */
  compared(number: number, left: Operand, right: Operand, site: number): boolean {
    checkNumber('comparison', number, COMPARISONS);
    const comparison = COMPARISONS[number]!;
    const followed = HOLDS[comparison](left.particle, right.particle);
    const probability = this.#decisions.probabilityThat(comparison, left, right);
    if (probability === (followed ? 1 : 0)) return false;
    const operands = [describe(left), describe(right)] as const;
    this.#keep({ kind: 'comparison', comparison, operands, probability, followed }, site);
    return true;
  }

  /** Returns true if the site need not be reported again. */
  converted(number: number, value: Operand, site: number): boolean {
    checkNumber('rounding', number, ROUNDINGS);
    const rounding = ROUNDINGS[number]!;
    const probability = this.#decisions.probabilityOfSame(rounding, value);
    if (probability === 1) return false;
    this.#keep({ kind: 'conversion', rounding, operands: [describe(value)], probability }, site);
    return true;
  }

  /** Records that a distribution is created with an uncertain parameter. */
  takenAsParameter(value: Operand): void {
    this.#keep({ kind: 'parameter', operands: [describe(value)] }, 0);
  }

  /**
   * Records that the program computes with bits that differ between draws or, if the value has no handle, with the
   * particle's digits.
   */
  expose(value: Operand): void {
    if (value.handle === 0) this.#host.onMixed(0);
    else this.#keep({ kind: 'bits', operands: [describe(value)] }, 0);
  }

  report(): DecisionReport {
    return { decisions: this.#kept, leftOut: this.#leftOut };
  }

  #keep(decision: Kept, site: number): void {
    this.#host.onMixed(shareOfWay(decision));
    if (this.#kept.length >= MOST_KEPT) {
      if (site !== 0) this.#leftOut++;
      return;
    }
    if (site === 0 && this.#stacks++ >= MOST_STACKS) return;
    const frames = this.#host.readFrames();
    const place = frames.join();
    if (this.#places.has(place)) return;
    this.#places.add(place);
    const kept = { ...decision, frames };
    this.#kept.push(kept);
    this.#host.onKept(kept);
  }
}

/** Fraction of the draws that decide as the particle does. */
function shareOfWay(decision: Kept): number {
  if (decision.kind === 'parameter' || decision.kind === 'bits') return 0;
  if (decision.kind === 'conversion') return decision.probability;
  return decision.followed ? decision.probability : 1 - decision.probability;
}

function describe({ handle, particle }: Operand) {
  return { particle, isUncertain: handle !== 0 };
}
