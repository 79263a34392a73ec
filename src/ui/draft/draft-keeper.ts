// Draft of the current program: saved soon after each change, and immediately when the user leaves the page.

import { nameStorageProblem } from '../browser/tab-storage.ts';
import { Drafts, maybeDraftId, openDraftPlaces } from './drafts.ts';
import type { Program } from './program.ts';

/** Delay before a save. Work is lost if a crash occurs during the delay. */
const DELAY_MS = 300;
const LOSS =
  'this program is lost when the page is closed. “Share” creates a link that contains all of it, up to 4 MiB.';

/** Events from other tabs. */
export interface DraftNews {
  /** Called after drafts were written, renamed or removed. */
  readonly onKept: () => void;
  /** Called after another tab renamed this tab's draft. */
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

  /**
   * Returns the program in this tab's draft, unless the user has typed something in the meantime; saves changes from
   * then on.
   */
  async open(options: { readonly isFresh: boolean }): Promise<Program | undefined> {
    const program = await this.drafts.open(options);
    void this.drafts.prune();
    const flush = () => this.flush();
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flush);
    // The event reports only writes by other tabs.
    window.addEventListener('storage', ({ key }) => this.#hear(key));
    if (!this.#waiting) return program;
    // The user typed before the storage responded. The typed text stays, and the draft that was found remains among the
    // other drafts.
    if (program) this.drafts.leave();
    this.flush();
    return undefined;
  }

  /**
   * Name for a program that begins as an example: the title, followed by the first number that no other draft uses.
   */
  nameOwn(title: string): string {
    const taken = new Set(this.drafts.list().map(({ program }) => program.title));
    let number = 1;
    while (taken.has(`${title} ${number}`)) number += 1;
    return `${title} ${number}`;
  }

  /** Records the program after a change. */
  keep(program: Program): void {
    this.#wait(program, true);
  }

  /**
   * Records a newly opened program. Returns the fate of the user's changes to the previous program; undefined if there
   * are none.
   * @param programId ID of the program, if it already has one
   */
  begin(program: Program, programId?: string): 'saved' | 'lost' | undefined {
    this.flush();
    const isLost = this.#waiting?.isChanged;
    const isLeft = this.drafts.leave(programId);
    this.#wait(program, false);
    return isLost ? 'lost' : isLeft ? 'saved' : undefined;
  }

  #hear(key: string | null): void {
    const id = maybeDraftId(key);
    if (id === undefined) return;
    if (id === this.drafts.id) this.#takeName();
    this.#news.onKept();
  }

  /** Renames a draft, which may be open in this tab. */
  rename(id: string, name: string): void {
    this.drafts.rename(id, name);
    if (id === this.drafts.id) this.#takeName();
  }

  #takeName(): void {
    this.flush();
    const title = this.drafts.takeName();
    if (title !== undefined) this.#news.onNamed(title);
  }

  #wait(program: Program, isChanged: boolean): void {
    this.#waiting = { program, isChanged };
    this.#timer ??= setTimeout(() => this.flush(), DELAY_MS);
  }

  /** Saves pending changes. Changes that cannot be saved stay pending. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.drafts.id === '') return;
    if (!this.#waiting) return;
    try {
      this.drafts.save(this.#waiting.program, this.#waiting.isChanged);
      this.#waiting = undefined;
      this.#hasFailed = false;
    } catch (error) {
      // Reports the failure only once, because otherwise every keystroke would report it.
      if (!this.#hasFailed) this.#onProblem(`${nameStorageProblem(error)}: ${LOSS}`);
      this.#hasFailed = true;
    }
  }
}
