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
  /** Output line, counted from 1. */
  readonly line: number;
  /** The value's position among the values on that line, counted from 1. */
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
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  of(start: number): Pick<PrintedValue, 'name' | 'line' | 'nth'> {
    for (let end = this.#nextEnd(start); end >= 0; end = this.#nextEnd(start)) {
      this.#line++;
      this.#nth = 0;
      this.#at = end + 1;
    }
    return { name: nameBefore(this.#text, start), line: this.#line, nth: ++this.#nth };
  }

  /** Position of the last line break before `start`; −1 if there is none. */
  #nextEnd(start: number): number {
    const end = this.#text.indexOf('\n', this.#at);
    return end < start ? end : -1;
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
