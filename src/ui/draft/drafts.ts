// Unsaved work in the browser's storage: one draft per tab, so that tabs never overwrite each other. A reloaded tab
// finds its own draft again; a new tab takes the latest draft that is not open in any other tab. Opening another
// program starts a new draft if the user has changed the current one.

import { createHolds, type Holds, makeId, maybeStorage } from '../browser/tab-storage.ts';
import { maybeProgram, type Program } from './program.ts';

export interface Draft {
  readonly id: string;
  /** The program's ID, which is the same in every tab that opens the program, and identifies the program's runs. */
  readonly programId: string;
  readonly program: Program;
  /** When the draft was saved, in epoch milliseconds. */
  readonly savedAt: number;
  /** True if the user has changed the program since it was opened. */
  readonly isChanged: boolean;
}

export interface DraftPlaces extends Holds {
  /** Storage for the whole site, such as `localStorage`; undefined if the browser blocks it. */
  readonly shared: Storage | undefined;
  /** Storage for this tab, such as `sessionStorage`. */
  readonly tab: Storage | undefined;
  readonly now: () => number;
  readonly newId: () => string;
}

const PREFIX = 'haze-draft:';
const MINE = 'haze-draft';
const MOST_UNCHANGED = 20;

export class Drafts {
  readonly #places: DraftPlaces;
  #id = '';
  #programId = '';
  #isChanged = false;
  /**
   * Titles belonging to the draft that this tab last wrote or found: the program's title in this tab, and the draft's.
   */
  #written:
    | { readonly id: string; readonly text: string; readonly title: string; readonly given: string }
    | undefined;

  constructor(places: DraftPlaces) {
    this.#places = places;
  }

  /** ID of this tab's draft. */
  get id(): string {
    return this.#id;
  }

  /** ID of the draft's program; every opened program gets a new one. */
  get programId(): string {
    return this.#programId;
  }

  /**
   * Chooses this tab's draft; returns its program, or undefined for a fresh start. A tab opened for another purpose
   * (`isFresh`) does not take over an existing draft.
   */
  async open({ isFresh = false } = {}): Promise<Program | undefined> {
    const { tab, hold } = this.#places;
    const mine = tab?.getItem(MINE) ?? undefined;
    const found = mine === undefined ? undefined : this.#read(mine);
    if (mine !== undefined && (await hold(mine))) {
      this.#take(mine, found);
      return found?.program;
    }
    if (mine === undefined && !isFresh) {
      for (const draft of this.list()) {
        if (!(await hold(draft.id))) continue;
        this.#take(draft.id, draft);
        return draft.program;
      }
    }
    // A duplicated tab continues with a copy.
    this.#begin(found?.isChanged);
    return found?.program;
  }

  /**
   * Prepares for another program; returns true if a new draft is started because the user has changed the current
   * draft.
   * @param programId ID of the program, if it already has one, from `claim`
   */
  leave(programId?: string): boolean {
    const isLeft = this.#isChanged;
    if (isLeft) this.#begin();
    this.#programId = programId ?? (isLeft ? this.#id : this.#places.newId());
    return isLeft;
  }

  /** Takes over a draft in this tab; returns its program's ID, or undefined if another tab has the draft open. */
  async claim({ id, programId }: Draft): Promise<string | undefined> {
    return (await this.#places.hold(id)) ? programId : undefined;
  }

  /**
   * Saves the program, whether it was changed or only opened.
   * @throws the browser's error if storage is full or unavailable
   */
  save(program: Program, isChanged: boolean): void {
    const { shared, now } = this.#places;
    this.#isChanged = isChanged;
    if (!shared) throw new Error('This browser stores no data for this page.');
    const named = this.#nameAsGiven(program, shared);
    const text = JSON.stringify({ program: named, programId: this.#programId, savedAt: now(), isChanged });
    this.#put(shared, text);
    this.#written = { id: this.#id, text, title: program.title, given: named.title };
  }

  /** The program, under the name that another tab gave the draft, if any. */
  #nameAsGiven(program: Program, shared: Storage): Program {
    const written = this.#written;
    if (written?.id !== this.#id || written.title !== program.title) return program;
    const text = shared.getItem(PREFIX + this.#id);
    const isOther = text !== null && text !== written.text;
    const given = isOther ? this.#read(this.#id)?.program.title : undefined;
    return { ...program, title: given ?? written.given };
  }

  /** New name that another tab gave this tab's draft; undefined if this tab already uses that name. */
  takeName(): string | undefined {
    const written = this.#written;
    if (written?.id !== this.#id) return undefined;
    const text = this.#places.shared?.getItem(PREFIX + this.#id) ?? written.text;
    const isOther = text !== written.text;
    const given = (isOther ? this.#read(this.#id)?.program.title : undefined) ?? written.given;
    if (given === written.title) return undefined;
    this.#written = { id: this.#id, text, title: given, given };
    return given;
  }

  /** All drafts, latest first. */
  list(): Draft[] {
    const { shared } = this.#places;
    const ids = Array.from({ length: shared?.length ?? 0 }, (_, index) => shared?.key(index) ?? '')
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => key.slice(PREFIX.length));
    return ids.flatMap((id) => this.#read(id) ?? []).sort((a, b) => b.savedAt - a.savedAt);
  }

  /** Deletes a draft. Returns false and keeps the draft if it is this tab's own or is open in another tab. */
  async discard(id: string): Promise<boolean> {
    const isFree = id !== this.#id && (await this.#places.hold(id));
    if (isFree) this.#remove(id);
    return isFree;
  }

  /** Renames a draft. */
  rename(id: string, name: string): void {
    const draft = this.#read(id);
    if (!draft) return;
    const { program, programId, savedAt, isChanged } = draft;
    const text = JSON.stringify({ program: { ...program, title: name }, programId, savedAt, isChanged });
    this.#places.shared?.setItem(PREFIX + id, text);
  }

  /** Deletes the oldest unchanged drafts beyond the limit, except drafts that are open in a tab. */
  async prune(): Promise<void> {
    const { hold, letGo } = this.#places;
    const unchanged = this.list().filter(({ id, isChanged }) => !isChanged && id !== this.#id);
    for (const { id } of unchanged.slice(MOST_UNCHANGED)) {
      if (!(await hold(id))) continue;
      this.#remove(id);
      letGo(id);
    }
  }

  #begin(isChanged = false): void {
    const { hold, newId } = this.#places;
    const id = newId();
    // No other tab can hold the lock for a new ID, so there is no need to wait.
    void hold(id);
    this.#take(id, { isChanged });
  }

  #take(id: string, { isChanged = false, programId = id, program }: Partial<Draft> = {}): void {
    this.#id = id;
    this.#programId = programId;
    this.#isChanged = isChanged;
    this.#written = undefined;
    if (program) {
      const text = this.#places.shared?.getItem(PREFIX + id) ?? '';
      this.#written = { id, text, title: program.title, given: program.title };
    }
    try {
      this.#places.tab?.setItem(MINE, id);
    } catch {
      // Without storage, a reload takes over the latest draft, which is usually this one.
    }
  }

  #read(id: string): Draft | undefined {
    try {
      const text = this.#places.shared?.getItem(PREFIX + id) ?? '';
      // Drafts from earlier versions lack `isChanged`, so they count as changed. A draft's ID is the name of the folder
      // for its runs.
      const kept = JSON.parse(text) as Record<string, unknown>;
      const { program, programId = id, savedAt, isChanged = true } = kept;
      const known = maybeProgram(program);
      const facts = { id, programId: String(programId), savedAt: Number(savedAt) };
      return known && { ...facts, program: known, isChanged: isChanged === true };
    } catch {
      return undefined;
    }
  }

  #remove(id: string): void {
    if (id !== this.#id) this.#places.shared?.removeItem(PREFIX + id);
  }

  /** Stores this tab's draft. Only unchanged drafts make room: a link's program must not displace the user's work. */
  #put(shared: Storage, text: string): void {
    let spare: Draft[] | undefined;
    for (;;) {
      try {
        shared.setItem(PREFIX + this.#id, text);
        return;
      } catch (error) {
        spare ??= this.list().filter(({ id, isChanged }) => !isChanged && id !== this.#id);
        const oldest = spare.pop();
        if (!oldest) throw error;
        this.#remove(oldest.id);
      }
    }
  }
}

/** ID of the draft stored under a key; undefined for other keys. */
export function maybeDraftId(key: string | null): string | undefined {
  return key?.startsWith(PREFIX) ? key.slice(PREFIX.length) : undefined;
}

/** Opens the storage for drafts, omitting any storage that the browser blocks. */
export function openDraftPlaces(): DraftPlaces {
  return {
    shared: maybeStorage(() => localStorage),
    tab: maybeStorage(() => sessionStorage),
    ...createHolds(PREFIX),
    now: Date.now,
    newId: makeId,
  };
}
