// What tests for NaN ask of the version of a loop that they are written into (loop-versions.ts, speculative-version.ts).

/** A version of its own: the fast one is left where the slow one is entered. */
export interface WrittenVersion {
  readonly isFast: boolean;
  /** Leaves the fast version when what `test` writes is true; `waiting` are the types on the operand stack. */
  leaveIf(waiting: readonly number[], test: () => void): void;
  /** Enters the slow version, where the fast one was left with `waiting` on the operand stack. */
  enter(waiting: readonly number[]): void;
}

/** A version that goes ahead of its checks: it hears of each, and of each instruction. */
export interface AheadVersion {
  /** What needs no test any more. */
  readonly proven: { has(node: number): boolean };
  /** These are to be tested before the instruction at `at`. */
  expectBefore(at: number, nodes: readonly number[], push: (node: number) => void): void;
  /** The result of the instruction at `at` is to be tested. */
  expectAfter(at: number, node: number, push: () => void): void;
  writeBefore(at: number): void;
  /** Whether the version writes the instruction at `at` in a way of its own; `copy` writes it as it is. */
  isWritten(at: number, copy: () => void): boolean;
  writeAfter(at: number): void;
  /** These are tested at once. */
  expectNow(nodes: readonly number[], push: (node: number) => void): void;
}
