// The order of the user's choices of what to open: the latest choice wins, even if an earlier choice loads for longer.

/** A choice of what to open. */
export interface Choice {
  /** Cancels the openings of earlier choices. */
  claim(): void;
  /** False once a later choice has been claimed. */
  isLatest(): boolean;
}

/** Returns a function that notes the next choice. */
export function createChoices(): () => Choice {
  let noted = 0;
  let claimed = 0;
  return () => {
    noted += 1;
    const choice = noted;
    return {
      claim: () => {
        claimed = Math.max(claimed, choice);
      },
      isLatest: () => claimed <= choice,
    };
  };
}
