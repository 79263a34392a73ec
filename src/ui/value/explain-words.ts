// Tooltips that explain the technical terms in tables and buttons.

export const DISTANCE_MEANING =
  'Wasserstein distance: how far probability moves, on average, from one distribution to the other';
export const WORTH_MEANING = 'Number of plain Monte Carlo runs that give the same accuracy';
export const UX_MEANING = 'Text of each value with its whole distribution, which Haze can read back';
