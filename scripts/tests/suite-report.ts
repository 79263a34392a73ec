// Counts and report lines for one suite, collected from its test events, so that they are correct even if the suite
// was stopped early.
import type { ResultEvent, TestEvent } from './test-events.ts';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/**
 * Duration of a suite, and the fraction of it during which all of the machine's processors were busy, from 0 to 1.
 */
export interface SuiteUse {
  readonly minutes: number;
  readonly busyShare: number;
}

interface Running {
  readonly file: string;
  readonly name: string;
}

const LONGEST_FILES = 8;
const LONGEST_TESTS = 5;

export class SuiteReport {
  /** Lines about failures, one per failure. */
  readonly failures: string[] = [];
  /** Set when the suite finishes. */
  use: SuiteUse | undefined;
  readonly #running = new Map<string, Running>();
  readonly #results: ResultEvent[] = [];
  readonly #files: { readonly file: string; readonly durationMs: number }[] = [];
  #isOver = false;

  add(event: TestEvent): void {
    if (event.kind === 'begin') this.#running.set(event.id, event);
    else if (event.kind === 'end') this.#running.delete(event.id);
    else if (event.kind === 'result') this.#addResult(event);
    else {
      if (event.kind === 'over') this.#isOver = true;
      else this.#files.push(event);
      const place = event.kind === 'file' ? `${event.file}: ` : 'between tests: ';
      for (const error of event.errors) this.failures.push(`failed: ${place}${firstLineOf(error)}`);
    }
  }

  /** Adds a failure for a suite that exited without reporting one. */
  addEnd(status: number | null, suite: string): void {
    if (this.#isOver && status === 0) return;
    if (!this.#isOver) this.failures.push(`failed: the suite "${suite}" ended before its last test`);
    else if (this.failures.length === 0)
      this.failures.push(`failed: the suite "${suite}" exited with status ${status}`);
  }

  /** Tests and hooks that have not finished, as `file: name`. */
  listRunning(): string[] {
    return [...this.#running.values()].map(({ file, name }) => `${file}: ${name}`);
  }

  /** Counts passed tests, and failures of tests, files and the suite itself. */
  count(): Counts {
    const passed = this.#results.filter(({ state }) => state === 'passed').length;
    return { passed, failed: this.failures.length };
  }

  /** Lines about skipped tests, retries, the slowest files and tests, and the machine's load. */
  describe(): string[] {
    const lines = this.#results.flatMap(({ state, name, message }) => {
      if (state === 'skipped') return [`skipped: ${name}`];
      return state === 'passed' && message ? [`passed on the second try: ${name}: ${message}`] : [];
    });
    const seconds = (ms: number) => `${Math.round(ms / 1000)} s`;
    const longest = <T extends { readonly durationMs: number }>(all: readonly T[], count: number) =>
      all
        .filter(({ durationMs }) => durationMs > 1000)
        .sort((a, b) => b.durationMs - a.durationMs)
        .slice(0, count);
    const files = longest(this.#files, LONGEST_FILES).map((one) => `${one.file} ${seconds(one.durationMs)}`);
    const tests = longest(this.#results, LONGEST_TESTS).map(
      (one) => `"${one.name}" ${seconds(one.durationMs)}`,
    );
    if (files.length > 0) lines.push(`longest files: ${files.join(', ')}`);
    if (tests.length > 0) lines.push(`longest tests: ${tests.join(', ')}`);
    if (this.use)
      lines.push(
        `${this.use.minutes.toFixed(1)} min, processors busy ${Math.round(100 * this.use.busyShare)} %`,
      );
    return lines;
  }

  /** Results and durations by test name, for scripts that compare runs. */
  toJSON(): unknown {
    return { ...this.use, files: this.#files, tests: this.#results };
  }

  #addResult(event: ResultEvent): void {
    this.#results.push(event);
    if (event.state === 'failed')
      this.failures.push(`failed: ${event.file}: ${event.name}: ${firstLineOf(event.message)}`);
  }
}

function firstLineOf(text = ''): string {
  return text.split('\n', 1)[0]!;
}
