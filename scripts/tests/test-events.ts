// Messages from the test runner's process to `npm test` about tests that start and finish. Sent by
// test/report-events.ts.

/** Start of a test or hook. `id` is unique within a suite. */
export interface BeginEvent {
  readonly kind: 'begin';
  readonly id: string;
  readonly file: string;
  readonly name: string;
}

/** Completion of a test or hook. */
export interface EndEvent {
  readonly kind: 'end';
  readonly id: string;
}

export type TestState = 'passed' | 'failed' | 'skipped';

/** Result of a test. */
export interface ResultEvent {
  readonly kind: 'result';
  readonly file: string;
  readonly name: string;
  readonly state: TestState;
  /** First line of the failure message; for a test that passed on retry, from its first attempt. */
  readonly message?: string;
  readonly durationMs: number;
}

/** Completion of a test file, with errors that occurred outside its tests. */
export interface FileEvent {
  readonly kind: 'file';
  readonly file: string;
  readonly durationMs: number;
  readonly errors: readonly string[];
}

/** Completion of the suite, with errors that belong to no file. */
export interface OverEvent {
  readonly kind: 'over';
  readonly errors: readonly string[];
}

export type TestEvent = BeginEvent | EndEvent | ResultEvent | FileEvent | OverEvent;
