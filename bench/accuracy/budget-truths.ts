// Sobol' indices of the programs in the budget benchmark. They are closed forms or, for models without one, estimates
// from a million runs of saltelli.h per input. bench/accuracy/budget/references.json stores these estimates with their
// standard errors.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProjectRoot } from '../../scripts/project-root.ts';

export const REFERENCES = join(findProjectRoot(), 'bench/accuracy/budget/references.json');

/** Indices by input, in the order in which the program creates its inputs. */
export interface TrueIndices {
  readonly first: readonly number[];
  readonly total: readonly number[];
  /** Standard errors of both indices, if the indices are not exact. */
  readonly firstError?: readonly number[];
  readonly totalError?: readonly number[];
}

/** Returns the true indices by program. */
export function findTrueIndices(): Record<string, TrueIndices> {
  return { ...CLOSED, ...(JSON.parse(readFileSync(REFERENCES, 'utf8')) as Record<string, TrueIndices>) };
}

const CLOSED: Record<string, TrueIndices> = {
  ishigami: ishigami(7, 0.1),
  'sobol-g': product([0, 1, 4.5, 9, 99, 99, 99, 99].map((a) => 1 / 3 / (1 + a) ** 2)),
  'product-20': product(new Array<number>(20).fill(0.4 ** 2 / 12)),
  'sum-100': additive(new Array<number>(100).fill(1)),
  'correlated-pairs': additive([2.8 ** 2, 0.6 ** 2, 3.5 ** 2, 0.75]),
  'zero-mean-product': { first: [0, 0], total: [1, 1] },
  'zero-mean-factor': scale([1, 0, 1 / 3], [1.25, 0.25, 1 / 3], 1 + 0.25 + 1 / 3),
  'triple-product': { first: [0, 0, 0], total: [1, 1, 1] },
  step: step(),
};

function scale(first: readonly number[], total: readonly number[], variance: number): TrueIndices {
  return { first: first.map((part) => part / variance), total: total.map((part) => part / variance) };
}

function additive(parts: readonly number[]): TrueIndices {
  return scale(
    parts,
    parts,
    parts.reduce((sum, part) => sum + part, 0),
  );
}

/** Indices of a product of independent factors with mean 1 and the given variances. */
function product(parts: readonly number[]): TrueIndices {
  const whole = parts.reduce((all, part) => all * (1 + part), 1);
  return scale(
    parts,
    parts.map((part) => (part * whole) / (1 + part)),
    whole - 1,
  );
}

/** Ishigami and Homma 1990. */
function ishigami(a: number, b: number): TrueIndices {
  const x = 0.5 * (1 + (b * Math.PI ** 4) / 5) ** 2;
  const y = a ** 2 / 8;
  const both = b ** 2 * Math.PI ** 8 * (1 / 18 - 1 / 50);
  return scale([x, y, 0], [x + both, y, both], x + y + both);
}

/**
 * A Bernoulli(0.7) variable, the product of Bernoulli(0.5) and Bernoulli(0.25) variables, and half a uniform variable.
 */
function step(): TrueIndices {
  const [p, q] = [0.5, 0.25];
  const [u, v, both] = [q * q * p * (1 - p), p * p * q * (1 - q), p * (1 - p) * q * (1 - q)];
  return scale(
    [0.21, 0.25 / 12, 0, u, v],
    [0.21, 0.25 / 12, 0, u + both, v + both],
    0.21 + 0.25 / 12 + u + v + both,
  );
}
