// What the compiler says of a program while it is written: asked a moment after the last key, when nothing else is to be done, one
// question at a time. An answer about a text that has changed since is thrown away, and a run never waits for a question that
// has not been asked yet.
import type { Connection } from '../../../client/index.ts';
import { nameLoneSource } from '../../../client/project/lone-source.ts';
import { configMkOf, type Language } from '../../draft/program.ts';
import { isRunning } from '../../run/run-state.ts';
import type { Bench } from './bench.ts';
import { findFile } from './build-messages.ts';

/** After the last key: in C++ what is half written brings more messages, and takes longer. */
const QUIET_MS: Readonly<Record<Language, number>> = { C: 120, 'C++': 400, Fortran: 120 };
/** The browser is idle by then, or not at all. */
const IDLE_LIMIT_MS = 120;
/** While something runs, and after it. */
const LATER_MS = 600;
/**
 * Where there was no answer: the compiler, or a part of it, may be on its way, or at something else. Asked again in twice the time
 * each time, for five minutes: engines that have not compiled the compiler yet take as long on a busy machine.
 */
const FIRST_AGAIN_MS = 2500;
const MOST_TRIES = 8;
/** Larger projects are told by their builds. */
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

  /** The text has changed. */
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
    // The answer to the question before says that the text has changed since.
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
    // The messages of the run that has begun meanwhile count.
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

/** Where the browser has something to draw, that comes first. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: IDLE_LIMIT_MS });
  else setTimeout(work, 0);
}
