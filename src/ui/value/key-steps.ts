/** Steps along an axis by key, as fractions of the axis: small for arrow keys, larger for Page Up and Page Down. */
export const KEY_STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -0.01,
  ArrowDown: -0.01,
  ArrowRight: 0.01,
  ArrowUp: 0.01,
  PageDown: -0.1,
  PageUp: 0.1,
};
