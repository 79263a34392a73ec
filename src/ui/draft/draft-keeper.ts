// Keeps the program as a draft while it is being written: soon after each change, and at once when the page goes away.

import { nameStorageProblem } from '../browser/tab-storage.ts';
import { Drafts, maybeDraftId, openDraftPlaces } from './drafts.ts';
import type { Program } from './program.ts';

/** So much work may be lost in a crash. */
const DELAY_MS = 300;
const LOSS =
  'this program is not kept when the page is closed. “Share” makes a link that holds all of it, up to 4 MiB.';

/** Events from other tabs. */
export interface DraftNews {
  /** Drafts were written, renamed or removed. */
  readonly onKept: () => void;
  /** The draft of this tab is called something else. */
  readonly onNamed: (title: string) => void;
}

export class DraftKeeper {
  readonly drafts = new Drafts(openDraftPlaces());
  readonly #onProblem: (sentence: string) => void;
  readonly #news: DraftNews;
  #waiting: { readonly program: Program; readonly isChanged: boolean } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hasFailed = false;

  constructor(onProblem: (sentence: string) => void, news: DraftNews) {
    this.#onProblem = onProblem;
    this.#news = news;
  }

  /** The program of this tab's draft, if there is one and nothing was written meanwhile; keeps changes from now on. */
  async open(options: { readonly isFresh: boolean }): Promise<Program | undefined> {
    const program = await this.drafts.open(options);
    void this.drafts.prune();
    const flush = () => this.flush();
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flush);
    // The event reports writes of other tabs.
    window.addEventListener('storage', ({ key }) => this.#hear(key));
    if (!this.#waiting) return program;
    // Somebody was quicker than the browser: what is there stays, and the draft that was found stays among the others.
    if (program) this.drafts.leave();
    this.flush();
    return undefined;
  }

  /** Takes the program as it is after a change. */
  keep(program: Program): void {
    this.#wait(program, true);
  }

  /**
   * Takes a program that was opened; answers whether the one before stays as a draft of its own.
   * @param programId of a program that has one
   */
  begin(program: Program, programId?: string): boolean {
    this.flush();
    const isLeft = this.drafts.leave(programId);
    this.#wait(program, false);
    return isLeft;
  }

  #hear(key: string | null): void {
    const id = maybeDraftId(key);
    if (id === undefined) return;
    if (id === this.drafts.id) {
      this.flush();
      const title = this.drafts.takeName();
      if (title !== undefined) this.#news.onNamed(title);
    }
    this.#news.onKept();
  }

  #wait(program: Program, isChanged: boolean): void {
    this.#waiting = { program, isChanged };
    this.#timer ??= setTimeout(() => this.flush(), DELAY_MS);
  }

  /** Writes what waits. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.drafts.id === '') return;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (!waiting) return;
    try {
      this.drafts.save(waiting.program, waiting.isChanged);
      this.#hasFailed = false;
    } catch (error) {
      // Once is enough: it would fail with every letter typed.
      if (!this.#hasFailed) this.#onProblem(`${nameStorageProblem(error)}: ${LOSS}`);
      this.#hasFailed = true;
    }
  }
}
