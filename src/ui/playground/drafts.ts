// Unsaved work, kept in the browser's storage while one types: one draft for every tab, so that two tabs never write over
// each other. A tab that is reloaded finds its own again; a new one takes up the latest that no open tab has.
import { maybeProgram, type Program } from './program.ts';

export interface Draft {
  readonly id: string;
  readonly program: Program;
  /** Epoch milliseconds. */
  readonly savedAt: number;
}

export interface DraftPlaces {
  /** Of the whole site, such as `localStorage`; undefined where the browser allows none. */
  readonly shared: Storage | undefined;
  /** Of this tab, such as `sessionStorage`. */
  readonly tab: Storage | undefined;
  /** Holds a draft as long as this tab lives; false when another tab holds it. */
  readonly hold: (draftId: string) => Promise<boolean>;
  readonly now: () => number;
  readonly newId: () => string;
}

const PREFIX = 'haze-draft:';
const MINE = 'haze-draft';
const MOST_DRAFTS = 20;

export class Drafts {
  readonly #places: DraftPlaces;
  #id = '';

  constructor(places: DraftPlaces) {
    this.#places = places;
  }

  /** The draft of this tab. */
  get id(): string {
    return this.#id;
  }

  /** Decides which draft is this tab's; answers its program, or undefined for a fresh start. */
  async open(): Promise<Program | undefined> {
    const { tab, hold, newId } = this.#places;
    const mine = tab?.getItem(MINE) ?? undefined;
    const found = mine === undefined ? undefined : this.#read(mine);
    if (mine !== undefined && (await hold(mine))) {
      this.#take(mine);
      return found?.program;
    }
    if (mine === undefined) {
      for (const { id, program } of this.list()) {
        if (!(await hold(id))) continue;
        this.#take(id);
        return program;
      }
    }
    // A tab that was duplicated goes on from a copy.
    const id = newId();
    await hold(id);
    this.#take(id);
    return found?.program;
  }

  /** Keeps the program. @throws what the browser throws when there is no room, or no storage */
  save(program: Program): void {
    const { shared, now } = this.#places;
    if (!shared) throw new Error('This browser keeps no data for this page.');
    const text = JSON.stringify({ program, savedAt: now() });
    try {
      shared.setItem(PREFIX + this.#id, text);
    } catch {
      // Room for this one is worth more than the oldest of the others.
      this.#removeOldest();
      shared.setItem(PREFIX + this.#id, text);
    }
  }

  /** All drafts, the latest first. */
  list(): Draft[] {
    const { shared } = this.#places;
    const ids = Array.from({ length: shared?.length ?? 0 }, (_, index) => shared?.key(index) ?? '')
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => key.slice(PREFIX.length));
    return ids.flatMap((id) => this.#read(id) ?? []).sort((a, b) => b.savedAt - a.savedAt);
  }

  /** Removes drafts that are too many, the oldest first. */
  prune(): void {
    for (const { id } of this.list().slice(MOST_DRAFTS)) this.#remove(id);
  }

  #take(id: string): void {
    this.#id = id;
    try {
      this.#places.tab?.setItem(MINE, id);
    } catch {
      // Without it a reload takes up the latest draft, which is mostly this one.
    }
  }

  #read(id: string): Draft | undefined {
    try {
      const { program, savedAt } = JSON.parse(this.#places.shared?.getItem(PREFIX + id) ?? '') as {
        program: unknown;
        savedAt: unknown;
      };
      const known = maybeProgram(program);
      return known && { id, program: known, savedAt: Number(savedAt) };
    } catch {
      return undefined;
    }
  }

  #remove(id: string): void {
    if (id !== this.#id) this.#places.shared?.removeItem(PREFIX + id);
  }

  #removeOldest(): void {
    const oldest = this.list()
      .filter(({ id }) => id !== this.#id)
      .at(-1);
    if (oldest) this.#remove(oldest.id);
  }
}

/** Where a page keeps drafts; storage that the browser refuses is left out. */
export function openDraftPlaces(): DraftPlaces {
  const held = new Set<string>();
  return {
    shared: maybeStorage(() => localStorage),
    tab: maybeStorage(() => sessionStorage),
    hold: async (id) => {
      if (held.has(id)) return true;
      const isMine = await holdLock(`${PREFIX}${id}`);
      if (isMine) held.add(id);
      return isMine;
    },
    now: Date.now,
    newId: () =>
      Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) =>
        byte.toString(16).padStart(2, '0'),
      ).join(''),
  };
}

function maybeStorage(open: () => Storage): Storage | undefined {
  try {
    return open();
  } catch {
    return undefined;
  }
}

/** Takes a lock for as long as the page lives; without locks every draft is free. */
function holdLock(name: string): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    navigator.locks
      .request(name, { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        return lock === null ? undefined : new Promise(() => undefined);
      })
      .catch(() => resolve(true));
  });
}
