/** Steps along an axis by key, as fractions of the axis: small for arrow keys, larger for Page Up and Page Down. */
const KEY_STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -0.01,
  ArrowDown: -0.01,
  ArrowRight: 0.01,
  ArrowUp: 0.01,
  PageDown: -0.1,
  PageUp: 0.1,
};

/** Position after a key press; undefined for keys that do not move along an axis with these ends. */
export function moveByKey(
  { key, shiftKey }: KeyboardEvent,
  at: number,
  [low, high]: readonly [number, number],
): number | undefined {
  if (key === 'Home') return low;
  if (key === 'End') return high;
  const step = KEY_STEPS[key];
  return step === undefined ? undefined : at + (high - low) * step * (shiftKey ? 0.1 : 1);
}
