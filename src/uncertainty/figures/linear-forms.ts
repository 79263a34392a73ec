// Sums of independent sources, each with a coefficient: the result of adding, subtracting and scaling values with
// shared inputs. Inputs that cancel out disappear.

import { BINARY_OPERATIONS, SINGLE_PRECISION } from '../core/operations.ts';
import { LINEAR, type LinearOperation } from '../distributions/linear-operations.ts';
import { type Formula, ROOT } from './formula.ts';
import { type LinearForm, type LinearTerm, maybeStepOf, type ProductRoot, type Variable } from './roots.ts';

/** Fraction of a coefficient below which a difference of coefficients counts as rounding error. */
const ROUNDING = 1e-14;
/** Maximum number of terms in a form. Each operation on values with shared inputs visits all terms. */
const MOST_TERMS = 16;

/** Linear forms of sums for which nothing but points is stored. */
const known = new WeakMap<ProductRoot, LinearForm | null>();

/** factor·x + constant. */
interface Affine {
  readonly factor: number;
  readonly constant: number;
}

/** Result of a linear operation on a value and a plain number; undefined for a number divided by a value. */
function applyPlain(
  name: LinearOperation,
  { factor, constant }: Affine,
  plain: number,
  isLeft: boolean,
): Affine | undefined {
  switch (name) {
    case 'add':
      return { factor, constant: constant + plain };
    case 'sub':
      return isLeft
        ? { factor: -factor, constant: plain - constant }
        : { factor, constant: constant - plain };
    case 'mul':
      return { factor: factor * plain, constant: constant * plain };
    case 'div':
      return isLeft ? undefined : { factor: factor / plain, constant: constant / plain };
  }
}

/** A formula as coefficient and constant; undefined if a step is not linear. */
function maybeAffine(formula: Formula): Affine | undefined {
  if (formula === ROOT || !('operation' in formula)) return { factor: 1, constant: 0 };
  const { operation, left, right, plain } = formula;
  const name = LINEAR[operation & ~SINGLE_PRECISION];
  if (plain === undefined || !name) return undefined;
  const inner = maybeAffine(left ?? right!);
  return inner && applyPlain(name, inner, plain, !left);
}

function scale(form: LinearForm, by: Affine): LinearForm {
  if (by.factor === 1 && by.constant === 0) return form;
  const { terms, constant } = form;
  return {
    constant: constant * by.factor + by.constant,
    terms: terms.map((term) => ({ ...term, factor: term.factor * by.factor })),
  };
}

/** A value as a linear form; undefined if it has no such form or there are too many terms. */
function maybeLinearForm({ root, formula }: Variable): LinearForm | undefined {
  const affine = maybeAffine(formula);
  if (root.kind === 'source')
    return affine
      ? { terms: [{ root, formula: ROOT, factor: affine.factor }], constant: affine.constant }
      : { terms: [{ root, formula, factor: 1 }], constant: 0 };
  if (!affine) return undefined;
  if (root.kind === 'linear') return scale(root.form, affine);
  const step = root.kind === 'product' && root.size < MOST_TERMS ? maybeStepOf(root) : undefined;
  if (root.kind !== 'product' || !step) return undefined;
  let form = known.get(root);
  if (form === undefined) {
    const { operation, left, right } = step;
    form = maybeCombineForms(operation, left, right) ?? null;
    known.set(root, form);
  }
  return form ? scale(form, affine) : undefined;
}

/** The sum or difference of two values, which may share inputs, as a linear form. */
export function maybeCombineForms(
  operation: number,
  left: Variable | undefined,
  right: Variable | undefined,
): LinearForm | undefined {
  const name = BINARY_OPERATIONS[operation & ~SINGLE_PRECISION];
  if ((name !== 'add' && name !== 'sub') || !left || !right) return undefined;
  const [x, y] = [maybeLinearForm(left), maybeLinearForm(right)];
  if (!x || !y) return undefined;
  const sign = name === 'add' ? 1 : -1;
  const terms: LinearTerm[] = [...x.terms];
  for (const term of y.terms) {
    const at = terms.findIndex(({ root }) => root === term.root);
    const factor = sign * term.factor;
    if (at < 0) terms.push({ ...term, factor });
    // Two functions of the same source are not independent.
    else if (terms[at]!.formula !== term.formula) return undefined;
    else {
      const joined = terms[at]!.factor + factor;
      // The difference is only rounding error.
      const isGone = Math.abs(joined) <= ROUNDING * Math.abs(factor);
      terms[at] = { ...term, factor: isGone ? 0 : joined };
    }
  }
  const kept = terms.filter(({ factor }) => factor !== 0);
  if (kept.length === 0 || kept.length > MOST_TERMS) return undefined;
  return { terms: kept, constant: x.constant + sign * y.constant };
}

/** A linear form after an operation with a plain number; undefined for other operations. */
export function maybeApplyPlain(
  operation: number,
  form: LinearForm,
  plain: number,
  isLeft: boolean,
): LinearForm | undefined {
  const name = LINEAR[operation & ~SINGLE_PRECISION];
  const affine = name && applyPlain(name, { factor: 1, constant: 0 }, plain, isLeft);
  return affine && affine.factor !== 0 && Number.isFinite(affine.factor) ? scale(form, affine) : undefined;
}
