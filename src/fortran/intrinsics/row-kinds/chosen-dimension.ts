// DIM= in array functions: usually a constant, otherwise a value that is known only at run time.

/** A dimension of an array of known rank: its number, if it is constant, and C text for the number. */
export interface ChosenDimension {
  constant: number | undefined;
  text: string;
  rank: number;
}

/** Picks the value for this dimension from a list with one value per dimension. */
export function pick(dim: ChosenDimension, values: readonly string[]): string {
  if (dim.constant !== undefined) return values[dim.constant - 1]!;
  return `((int32_t[]){${values.join(', ')}})[${dim.text} - 1]`;
}

export function without(dim: ChosenDimension, values: readonly string[]): string[] {
  if (dim.constant !== undefined) return values.filter((_, i) => i !== dim.constant! - 1);
  return values.slice(1).map((next, i) => `(${dim.text} <= ${i + 1} ? ${next} : ${values[i]})`);
}

/** Inserts this dimension's value among those of the other dimensions; the result has `dim.rank` values. */
export function inserted(dim: ChosenDimension, others: readonly string[], own: string): string[] {
  const { constant } = dim;
  if (constant !== undefined) return [...others.slice(0, constant - 1), own, ...others.slice(constant - 1)];
  return Array.from({ length: dim.rank }, (_, i) => {
    const between = `(${dim.text} > ${i + 1} ? ${others[i]} : ${others[i - 1]})`;
    const rest = i === 0 ? (others[0] ?? own) : i === dim.rank - 1 ? others[i - 1]! : between;
    return `(${dim.text} == ${i + 1} ? ${own} : ${rest})`;
  });
}

type Change = (index: string) => string;

export function changed(dim: ChosenDimension, indices: readonly string[], change: Change): string[] {
  return indices.map((index, i) => {
    if (dim.constant !== undefined) return i === dim.constant - 1 ? change(index) : index;
    return `(${dim.text} == ${i + 1} ? ${change(index)} : ${index})`;
  });
}
