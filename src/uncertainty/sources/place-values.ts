// Uncertain values by the places in a program that made them. Plain data: it crosses from worker to page.

export interface PlaceValue {
  /** Byte offset of the instruction or call in the linked module. */
  readonly offset: number;
  /** Position of the last value among the last values of all places, in time. */
  readonly order: number;
  /** Particle and Ux text of the last value. */
  readonly particle: number;
  readonly text: string;
  /**
   * Part of the draws that take the way of the last value, at most: 1 before the first mixed decision, 0 where it is
   * not known.
   */
  readonly share: number;
  /** Number of values that the place made. */
  readonly count: number;
  /** Means of the values with the smallest and the largest particle. */
  readonly lowest: number;
  readonly highest: number;
}

export interface PlaceValues {
  readonly values: readonly PlaceValue[];
  /** Number of places without room for their values. */
  readonly leftOut: number;
}
