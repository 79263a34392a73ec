/** What keys move along an axis, as parts of it: arrows a little, Page Up and Page Down more. */
export const KEY_STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -0.01,
  ArrowDown: -0.01,
  ArrowRight: 0.01,
  ArrowUp: 0.01,
  PageDown: -0.1,
  PageUp: 0.1,
};
