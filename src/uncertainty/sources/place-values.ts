// Uncertain values by the places in a program that made them. Plain data: it crosses from worker to page.

export interface PlaceValue {
  /** Byte offset of the instruction or call in the linked module. */
  readonly offset: number;
  /** Rank of the last value in time, among the last values of all places. */
  readonly order: number;
  /** Particle and Ux text of the last value. */
  readonly particle: number;
  readonly text: string;
  /** Maximum share of the draws on the path of the last value: 1 before the first mixed decision, 0 if unknown. */
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
