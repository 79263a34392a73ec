// Position of a divider between two panes, and its movement by keys and the pointer. Positions are percentages of the
// shared space, so they suit windows of any size.

export interface DividerRange {
  readonly least: number;
  readonly most: number;
}

const STEP = 2;
const LARGE_STEP = 10;

/** Clamps a position to its range, and rounds it to tenths. */
export function clampDivider(percent: number, { least, most }: DividerRange): number {
  return Math.round(10 * Math.min(most, Math.max(least, percent))) / 10;
}

/**
 * Position after a key press, starting from `percent`; undefined for keys that do not move the divider.
 * @param isColumn true if the panes are side by side
 */
export function moveDivider(
  percent: number,
  key: string,
  { range, isColumn }: { readonly range: DividerRange; readonly isColumn: boolean },
): number | undefined {
  const steps: Readonly<Record<string, number>> = isColumn
    ? { ArrowLeft: -STEP, ArrowRight: STEP }
    : { ArrowUp: -STEP, ArrowDown: STEP };
  const step = { ...steps, PageUp: -LARGE_STEP, PageDown: LARGE_STEP }[key];
  if (step !== undefined) return clampDivider(percent + step, range);
  if (key === 'Home') return range.least;
  return key === 'End' ? range.most : undefined;
}
