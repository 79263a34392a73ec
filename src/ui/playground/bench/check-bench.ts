// Compiler checks of a program as the user types. A check is debounced, waits for idle time, and never overlaps another
// check. The result of a check is dropped if the text has changed. A run never waits for a check that has not started.
import type { Connection } from '../../../client/index.ts';
import { nameLoneSource } from '../../../client/project/lone-source.ts';
import { configMkOf, type Language } from '../../draft/program.ts';
import { isRunning } from '../../run/run-state.ts';
import type { Bench } from './bench.ts';
import { findFile } from './build-messages.ts';

/** Debounce delay after the last keystroke. Incomplete C++ leads to more messages and longer checks. */
const QUIET_MS: Readonly<Record<Language, number>> = { C: 120, 'C++': 400, Fortran: 120 };
/** Maximum wait for the browser to become idle. */
const IDLE_LIMIT_MS = 120;
/** Delay before a check while the program is running. */
const LATER_MS = 600;
/**
 * Delay before the first retry, if the compiler is still downloading or busy. Each retry doubles the delay, up to five
 * minutes in total, because compiling the compiler may take that long on a busy machine.
 */
const FIRST_AGAIN_MS = 2500;
const MOST_TRIES = 8;
/** Larger projects are checked only when they are built. */
const MOST_FILES = 200;
const MOST_BYTES = 2_000_000;

type Check = Parameters<Connection['check']>[0];

export class CheckBench {
  readonly #bench: Bench;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isAsking = false;
  #triesLeft = 0;

  constructor(bench: Bench) {
    this.#bench = bench;
  }

  /** Records a change to the text. */
  note(): void {
    this.#triesLeft = MOST_TRIES;
    this.#askIn(QUIET_MS[this.#bench.state.program.language]);
  }

  #askIn(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => whenIdle(() => void this.#ask()), delayMs);
  }

  async #ask(): Promise<void> {
    const { state } = this.#bench;
    // The check in progress will notice the changed text and restart.
    if (this.#isAsking || !state.connection) return;
    if (isRunning(state.run)) return this.#askIn(LATER_MS);
    const check = this.#describeCheck();
    if (!check) return;
    const { project } = state;
    const { source, language } = state.program;
    this.#isAsking = true;
    const said = await state.connection.check(check);
    this.#isAsking = false;
    const now = this.#bench.state;
    const { program } = now;
    if (now.project !== project || program.source !== source || program.language !== language)
      return this.#askIn(0);
    this.#triesLeft -= 1;
    if (!said && this.#triesLeft > 0)
      return this.#askIn(FIRST_AGAIN_MS * 2 ** (MOST_TRIES - 1 - this.#triesLeft));
    // If a run has started in the meantime, its messages will be newer.
    if (!said || isRunning(now.run)) return;
    const here = project ? said.filter(({ file }) => findFile(project, file) === project.current) : said;
    this.#bench.parts?.editor.setChecked(here);
  }

  #describeCheck(): Check | undefined {
    const { project, program } = this.#bench.state;
    if (!project) {
      const { language, source } = program;
      const configMk = configMkOf(program);
      const path = nameLoneSource(language, source);
      const sources = { [path]: source };
      return { request: { sources, language, ...(configMk !== '' && { configMk }) }, path };
    }
    const { files, directory, current } = project;
    const sizeBytes = [...files.values()].reduce((sum, { length }) => sum + length, 0);
    if (files.size > MOST_FILES || sizeBytes > MOST_BYTES) return undefined;
    return { request: { sources: files, directory }, path: current };
  }
}

/** Runs the work when the browser has nothing to render. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: IDLE_LIMIT_MS });
  else setTimeout(work, 0);
}
