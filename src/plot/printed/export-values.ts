// Writes distributions to files for other programs, as comma-separated values (RFC 4180) and JSON (RFC 8259).
import { SHOWN_QUANTILES } from '../../uncertainty/core/value-figures.ts';
import type { Distribution } from '../distributions/distribution.ts';

export interface NamedDistribution {
  readonly label: string;
  readonly unit: string;
  readonly distribution: Distribution;
}

/**
 * Writes one line per bin, with the value, the position of the bin, its probability and its density. For a point, the
 * two bounds are equal.
 */
export function writeCsv(values: readonly NamedDistribution[]): string {
  const lines = ['value,unit,low,high,probability,density'];
  for (const { label, unit, distribution } of values) {
    const start = [quote(label), quote(unit)];
    for (const { low, high, mass } of distribution.bins) {
      const density = high > low ? String(mass / (high - low)) : '';
      lines.push([...start, low, high, mass, density].join(','));
    }
    for (const { at, mass } of listSpecials(distribution)) {
      lines.push([...start, at, at, mass, ''].join(','));
    }
  }
  return `${lines.join('\r\n')}\r\n`;
}

/**
 * Writes moments, quantiles and bins. Numbers that JSON cannot represent become the strings "NaN", "Infinity" and
 * "-Infinity".
 */
export function writeJson(values: readonly NamedDistribution[]): string {
  const told = values.map(({ label, unit, distribution }) => {
    const { mean, deviation, skewness, kurtosis, bins } = distribution;
    return {
      label,
      ...(unit === '' ? {} : { unit }),
      mean,
      standardDeviation: deviation,
      skewness,
      excessKurtosis: kurtosis,
      quantiles: SHOWN_QUANTILES.map((p) => ({ p, x: distribution.quantile(p) })),
      bins: bins.map(({ low, high, mass }) => ({ low, high, probability: mass })),
      ...Object.fromEntries(listSpecials(distribution).map(({ at, mass }) => [`probabilityOf${at}`, mass])),
    };
  });
  return toJson(told);
}

/** A value with further data in addition to its distribution, for a list of all values printed by a run. */
export interface PrintedDistribution extends NamedDistribution {
  /** The number that an ordinary processor would have computed; undefined if unknown, as for samples. */
  readonly particle: number | undefined;
  /** Undefined for samples. */
  readonly ux: string | undefined;
}

/** Quantiles in a list of values: the median, and the bounds of the equal-tailed 95 % interval. */
const LISTED_QUANTILES = [
  ['q2.5', 0.025],
  ['q50', 0.5],
  ['q97.5', 0.975],
] as const;

/** Writes one line per value, in printing order. Unknown fields and missing names are empty. */
export function listAsCsv(values: readonly PrintedDistribution[]): string {
  const names = LISTED_QUANTILES.map(([name]) => name);
  const lines = [['value', 'unit', 'particle', 'mean', 'standard deviation', ...names].join(',')];
  for (const { label, unit, particle, distribution } of values) {
    const { mean, deviation } = distribution;
    const quantiles = LISTED_QUANTILES.map(([, p]) => distribution.quantile(p));
    lines.push([quote(label), quote(unit), particle ?? '', mean, deviation, ...quantiles].join(','));
  }
  return `${lines.join('\r\n')}\r\n`;
}

/**
 * Writes the same list as JSON, including the Ux text of each value that has one.
 * @param about origin of the values, which is written first
 */
export function listAsJson(
  values: readonly PrintedDistribution[],
  about: Readonly<Record<string, unknown>>,
): string {
  const told = values.map(({ label, unit, particle, ux, distribution }) => ({
    label,
    ...(unit === '' ? {} : { unit }),
    ...(particle === undefined ? {} : { particle }),
    mean: distribution.mean,
    standardDeviation: distribution.deviation,
    quantiles: LISTED_QUANTILES.map(([, p]) => ({ p, x: distribution.quantile(p) })),
    ...(ux === undefined ? {} : { ux }),
  }));
  return toJson({ ...about, values: told });
}

function toJson(told: unknown): string {
  const replace = (_: string, x: unknown) => (typeof x === 'number' && !Number.isFinite(x) ? String(x) : x);
  return `${JSON.stringify(told, replace, 2)}\n`;
}

/** Lists the non-finite values with a nonzero probability. */
function listSpecials({ nan, negativeInfinity, positiveInfinity }: Distribution) {
  return [
    { at: Number.NaN, mass: nan },
    { at: -Infinity, mass: negativeInfinity },
    { at: Infinity, mass: positiveInfinity },
  ].filter(({ mass }) => mass > 0);
}

// Spreadsheets treat text that begins like a formula as a formula.
function quote(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
