// Replacements for a source of uncertainty: a distribution described by family and parameters, a number, or the
// source's mean. They are read from text such as `gauss(5, 0.02)`, `4.9` or `fixed`.
import { HazeError } from '../../errors/haze-error.ts';
import { maybeNearest } from '../../errors/nearest-name.ts';
import type { ParametricKind } from '../core/operations.ts';
import { describeFamily, FAMILY_NAMES, maybeDescribeDomain } from '../distributions/family-domains.ts';

export type SourceValue =
  /** A parametric distribution. The `parameters` are in the order of its C function's arguments. */
  | { readonly kind: ParametricKind; readonly parameters: readonly number[] }
  /** A number without a distribution. */
  | { readonly kind: 'number'; readonly value: number }
  /** The mean of the program's own distribution, as a number. */
  | { readonly kind: 'fixed' };

/** Replacements for sources, by source name: `gauss(5, 0.02)`, a number, or `fixed`. */
export type SourceOverrides = Readonly<Record<string, string | number>>;

const CALL = /^([A-Za-z][\w-]*)\s*\(([^()]*)\)$/;
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/**
 * Parses the replacement for a source: `family(parameter, …)`, a number, or `fixed`.
 * @throws HazeError `invalid-source-value` describing the fault
 */
export function parseSourceValue(text: string): SourceValue {
  const trimmed = text.trim();
  if (/^fixed$/i.test(trimmed)) return { kind: 'fixed' };
  if (NUMBER.test(trimmed) && Number.isFinite(Number(trimmed)))
    return { kind: 'number', value: Number(trimmed) };
  const [, name, inside] = CALL.exec(trimmed) ?? [];
  if (name === undefined || inside === undefined) {
    const family = FAMILY_NAMES.find((known) => known === trimmed.toLowerCase());
    const like = family ? describeFamily(family) : 'gauss(5, 0.02), a number such as 4.9, or fixed';
    return refuse(`"${trimmed}" is neither a distribution nor a number. Write ${like}.`);
  }
  const kind = FAMILY_NAMES.find((known) => known === name.toLowerCase());
  if (!kind) return refuse(describeUnknown(name));
  const words = inside.trim() === '' ? [] : inside.split(',').map((word) => word.trim());
  const wrong = words.find((word) => !NUMBER.test(word) || !Number.isFinite(Number(word)));
  if (wrong !== undefined) return refuse(`"${wrong}" in ${trimmed} is not a number.`);
  const parameters = words.map(Number);
  const problem = maybeDescribeDomain(kind, parameters);
  return problem === undefined ? { kind, parameters } : refuse(`${trimmed}: ${problem}.`);
}

/** Parses all values, without needing the program. @throws HazeError `invalid-source-value` naming the source */
export function checkOverrides(overrides: SourceOverrides): void {
  for (const [name, text] of Object.entries(overrides)) readOverride(name, text);
}

/**
 * Parses the replacement for the named source.
 * @throws HazeError `invalid-source-value` with that name
 */
export function readOverride(name: string, text: string | number): SourceValue {
  try {
    return parseSourceValue(String(text));
  } catch (error) {
    if (!(error instanceof HazeError)) throw error;
    throw new HazeError(error.code, `Source "${name}": ${error.message}`, { data: { source: name } });
  }
}

/** Formats a value as text that `parseSourceValue` accepts. */
export function formatSourceValue(value: SourceValue): string {
  if (value.kind === 'fixed') return 'fixed';
  return value.kind === 'number' ? String(value.value) : `${value.kind}(${value.parameters.join(', ')})`;
}

function describeUnknown(name: string): string {
  const near = maybeNearest(name, [...FAMILY_NAMES, 'fixed']);
  const meant = near === undefined ? '' : ` Did you mean ${near}?`;
  return `there is no distribution "${name}".${meant} The distributions are ${FAMILY_NAMES.join(', ')}.`;
}

function refuse(reason: string): never {
  throw new HazeError('invalid-source-value', reason);
}
