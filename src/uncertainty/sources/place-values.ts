// Uncertain values, by the place in the program that created them. They are plain data, so that a worker can post them
// to a page.

export interface PlaceValue {
  /** Byte offset of the instruction or call in the linked module. */
  readonly offset: number;
  /** Rank of the place's last value in the chronological order of all places' last values. */
  readonly order: number;
  /** Particle of the last value. */
  readonly particle: number;
  /** Ux text of the last value. */
  readonly text: string;
  /** Maximum fraction of the draws that took the last value's path: 1 before the first mixed decision, 0 if unknown. */
  readonly share: number;
  /** Number of values that the place created. */
  readonly count: number;
  /** Mean of the value with the smallest particle. */
  readonly lowest: number;
  /** Mean of the value with the largest particle. */
  readonly highest: number;
}

export interface PlaceValues {
  readonly values: readonly PlaceValue[];
  /** Number of places whose values did not fit. */
  readonly leftOut: number;
}
