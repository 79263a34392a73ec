// Interface between tests for NaN and the loop version that contains them (loop-versions.ts, speculative-version.ts).

/** A member of a pair of versions: control moves from the fast version to the same place in the slow version. */
export interface WrittenVersion {
  readonly isFast: boolean;
  /**
   * Leaves the fast version if the condition that `test` writes is true; `waiting` lists the types on the operand
   * stack.
   */
  leaveIf(waiting: readonly number[], test: () => void): void;
  /** Enters the slow version at the point at which the fast version was left, with `waiting` on the operand stack. */
  enter(waiting: readonly number[]): void;
}

/** A version that runs ahead of its checks; it is notified of each check and each instruction. */
export interface AheadVersion {
  /** Values that need no further test. */
  readonly proven: { has(node: number): boolean };
  /** Requests a test of these nodes before the instruction at `at`. */
  expectBefore(at: number, nodes: readonly number[], push: (node: number) => void): void;
  /** Requests a test of the result of the instruction at `at`. */
  expectAfter(at: number, node: number, push: () => void): void;
  writeBefore(at: number): void;
  /**
   * Returns whether the version wrote the instruction at `at` itself; `copy` writes the instruction unchanged.
   */
  isWritten(at: number, copy: () => void): boolean;
  writeAfter(at: number): void;
  /** Requests an immediate test of these nodes. */
  expectNow(nodes: readonly number[], push: (node: number) => void): void;
}
