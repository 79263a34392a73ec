// Keeps values visible across runs. Each value is replaced with the value that has the same label in the new run. The
// old value is still drawn, as a dashed curve.
import type { ChosenValue } from '../../console/haze-console.ts';
import type { ViewedValue } from '../../value/viewed-value.ts';

/** A shown value, with the data needed to find it again. */
export interface FollowedValue {
  readonly chosen: ChosenValue;
  /** 0-based index among the values with this label. */
  readonly ordinal: number;
}

/**
 * Values to find again after the next run. Values from Reference runs and comparisons do not have a position in the
 * output.
 */
export function beginFollowing(
  viewed: readonly ChosenValue[],
  printed: readonly ViewedValue[],
): FollowedValue[] {
  return viewed.flatMap((chosen) => {
    if (chosen.isBefore || !chosen.value) return [];
    const same = printed.filter(({ label }) => label === chosen.label);
    return [
      {
        chosen,
        ordinal: Math.max(
          0,
          same.findIndex(({ value }) => value === chosen.value),
        ),
      },
    ];
  });
}

/** Values of the new run, each with its predecessor; none if no label matches. */
export function followValues(
  followed: readonly FollowedValue[],
  printed: readonly ViewedValue[],
): ChosenValue[] {
  return followed.flatMap(({ chosen, ordinal }) => {
    const now = printed.filter(({ label }) => label === chosen.label)[ordinal];
    return now ? [now, { ...chosen, label: `${chosen.label} (previous run)`, isBefore: true }] : [];
  });
}
