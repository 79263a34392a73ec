// Values in a run's output, with their names, figures and standard errors.
import { distributionOfUx } from '../plot/distributions/ux-distribution.ts';
import type { CollectedValue } from '../reference/values/collected-values.ts';
import { nameBefore, startOfWord } from '../uncertainty/core/name-printed.ts';
import { findUx, type UxValue } from '../uncertainty/core/ux-text.ts';
import {
  HIGH_SHARE,
  LOW_SHARE,
  type PrintedFigures,
  plainFigures,
  type ValueFigures,
} from '../uncertainty/core/value-figures.ts';
import { figuresOfDraws } from '../uncertainty/figures/figures-of-draws.ts';

/** A value printed by a program. */
export interface PrintedValue extends ValueFigures {
  /** The text before the value on its line; '' if there is none. */
  readonly name: string;
  /** 1-based output line. */
  readonly line: number;
  /** The value's 1-based position among the values on that line. */
  readonly nth: number;
}

const NAMED_VALUE = /<ValueID>(val_[0-9a-f]{32})<\/ValueID>/g;

/** Values with Ux text in an output, in order. Standard errors are NaN if the run reports none. */
export function nameFigures(stdout: string, reported: readonly PrintedFigures[]): PrintedValue[] {
  const byText = new Map(reported.map(({ text, figures }) => [text, figures]));
  const places = new Places(stdout);
  return findUx(stdout).map(({ start, end, decimal, value }) => {
    const figures = byText.get(stdout.slice(start + decimal.length, end)) ?? figuresOfText(value);
    return { ...places.of(start), ...figures };
  });
}

/**
 * Values in the first run's output on a Reference core, in order, with figures computed from the draws of all runs.
 */
export function nameSamples(stdout: string, values: readonly CollectedValue[]): PrintedValue[] {
  const byId = new Map(values.map((value) => [value.valueId, value]));
  const places = new Places(stdout);
  return [...stdout.matchAll(NAMED_VALUE)].flatMap(({ index, 1: id = '' }) => {
    const value = byId.get(id);
    if (!value) return [];
    return [{ ...places.of(startOfWord(stdout, index)), ...figuresOfDraws(value.samples()) }];
  });
}

/** Finds the lines of values in an output, in order. */
class Places {
  readonly #text: string;
  #line = 1;
  #nth = 0;
  /** Position of the first line break not yet passed. */
  #end = -1;

  constructor(text: string) {
    this.#text = text;
    this.#end = this.#nextEnd();
  }

  of(start: number): Pick<PrintedValue, 'name' | 'line' | 'nth'> {
    // Searches for the next line break only once, because a line may be as long as the whole output.
    for (; this.#end < start; this.#end = this.#nextEnd()) {
      this.#line++;
      this.#nth = 0;
    }
    return { name: nameBefore(this.#text, start), line: this.#line, nth: ++this.#nth };
  }

  #nextEnd(): number {
    const end = this.#text.indexOf('\n', this.#end + 1);
    return end < 0 ? Infinity : end;
  }
}

/** Figures computed from the printed points. */
function figuresOfText(value: UxValue): ValueFigures {
  const distribution = distributionOfUx(value);
  if (distribution.isPlain) return plainFigures(distribution.mean);
  const unknown = (one: number) => ({ value: one, error: Number.NaN });
  return {
    mean: unknown(distribution.mean),
    deviation: unknown(distribution.deviation),
    low: unknown(distribution.quantile(LOW_SHARE)),
    high: unknown(distribution.quantile(HIGH_SHARE)),
  };
}
