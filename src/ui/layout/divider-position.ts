// Where a divider between two panes stands, and where a key or the pointer moves it. In percent of the room that the two
// share, so that it holds in windows of every size.

export interface DividerRange {
  readonly least: number;
  readonly most: number;
}

const STEP = 2;
const LARGE_STEP = 10;

/** Within its range, in whole tenths. */
export function clampDivider(percent: number, { least, most }: DividerRange): number {
  return Math.round(10 * Math.min(most, Math.max(least, percent))) / 10;
}

/**
 * Where a key moves it from `percent`; undefined for keys that move nothing.
 * @param isColumn whether the panes stand side by side
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
