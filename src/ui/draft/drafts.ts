// Unsaved work, kept in the browser's storage while one types: one draft for every tab, so that two tabs never write over
// each other. A tab that is reloaded finds its own again; a new one takes up the latest that no open tab has.
// A program that is opened later gets another draft where somebody has written in this one.

import { createHolds, type Holds, makeId, maybeStorage } from '../browser/tab-storage.ts';
import { maybeProgram, type Program } from './program.ts';

export interface Draft {
  readonly id: string;
  /** Names the program wherever it is opened again: its runs are known by it. */
  readonly programId: string;
  readonly program: Program;
  /** Epoch milliseconds. */
  readonly savedAt: number;
  /** The user has changed the program since it was opened. */
  readonly isChanged: boolean;
}

export interface DraftPlaces extends Holds {
  /** Storage of the whole site, such as `localStorage`; undefined when the browser blocks it. */
  readonly shared: Storage | undefined;
  /** Storage of this tab, such as `sessionStorage`. */
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
  /** Draft that this tab last wrote or found: the program's title here, and the draft's title. */
  #written:
    | { readonly id: string; readonly text: string; readonly title: string; readonly given: string }
    | undefined;

  constructor(places: DraftPlaces) {
    this.#places = places;
  }

  /** The draft of this tab. */
  get id(): string {
    return this.#id;
  }

  /** The program in it; another one with every program that is opened. */
  get programId(): string {
    return this.#programId;
  }

  /**
   * Decides which draft is this tab's; answers its program, or undefined for a fresh start. A tab that is opened for
   * something else (`isFresh`) takes up nobody's draft.
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
    // A tab that was duplicated goes on from a copy.
    this.#begin(found?.isChanged);
    return found?.program;
  }

  /**
   * Another program is opened: goes on with another draft where somebody has written in this one; answers whether that was so.
   * @param programId of a program that has one, as `claim` answers it
   */
  leave(programId?: string): boolean {
    const isLeft = this.#isChanged;
    if (isLeft) this.#begin();
    this.#programId = programId ?? (isLeft ? this.#id : this.#places.newId());
    return isLeft;
  }

  /** The program of a draft, to go on with in this tab; undefined while another tab has it open. */
  async claim({ id, programId }: Draft): Promise<string | undefined> {
    return (await this.#places.hold(id)) ? programId : undefined;
  }

  /**
   * Keeps the program, which somebody has changed or which was only opened.
   * @throws what the browser throws when there is no room, or no storage
   */
  save(program: Program, isChanged: boolean): void {
    const { shared, now } = this.#places;
    this.#isChanged = isChanged;
    if (!shared) throw new Error('This browser keeps no data for this page.');
    const named = this.#nameAsGiven(program, shared);
    const text = JSON.stringify({ program: named, programId: this.#programId, savedAt: now(), isChanged });
    try {
      shared.setItem(PREFIX + this.#id, text);
    } catch {
      // Room for this one is worth more than the oldest of the others.
      this.#removeOldest();
      shared.setItem(PREFIX + this.#id, text);
    }
    this.#written = { id: this.#id, text, title: program.title, given: named.title };
  }

  /** With the name that another tab has given the draft meanwhile, if one has. */
  #nameAsGiven(program: Program, shared: Storage): Program {
    const written = this.#written;
    if (written?.id !== this.#id || written.title !== program.title) return program;
    const text = shared.getItem(PREFIX + this.#id);
    const isOther = text !== null && text !== written.text;
    const given = isOther ? this.#read(this.#id)?.program.title : undefined;
    return { ...program, title: given ?? written.given };
  }

  /** The name that another tab has given this tab's draft; undefined where it has the one that the program has here. */
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

  /** All drafts, the latest first. */
  list(): Draft[] {
    const { shared } = this.#places;
    const ids = Array.from({ length: shared?.length ?? 0 }, (_, index) => shared?.key(index) ?? '')
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => key.slice(PREFIX.length));
    return ids.flatMap((id) => this.#read(id) ?? []).sort((a, b) => b.savedAt - a.savedAt);
  }

  /** Removes a draft; this tab's own stays, and so does one of another tab, which it answers. */
  async discard(id: string): Promise<boolean> {
    const isFree = id !== this.#id && (await this.#places.hold(id));
    if (isFree) this.#remove(id);
    return isFree;
  }

  /** Calls a draft something else. */
  rename(id: string, name: string): void {
    const draft = this.#read(id);
    if (!draft) return;
    const { program, programId, savedAt, isChanged } = draft;
    const text = JSON.stringify({ program: { ...program, title: name }, programId, savedAt, isChanged });
    this.#places.shared?.setItem(PREFIX + id, text);
  }

  /** Removes drafts in which nobody has written where they are too many, the oldest first; those of open tabs stay. */
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
    // Nobody else has it, so there is nothing to wait for.
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
      // Without it a reload takes up the latest draft, which is mostly this one.
    }
  }

  #read(id: string): Draft | undefined {
    try {
      const text = this.#places.shared?.getItem(PREFIX + id) ?? '';
      // Drafts of earlier versions do not say whether they were changed, so they may have been.
      // Their runs are in a folder that is named as the draft.
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

  #removeOldest(): void {
    const others = this.list().filter(({ id }) => id !== this.#id);
    const oldest = others.findLast(({ isChanged }) => !isChanged) ?? others.at(-1);
    if (oldest) this.#remove(oldest.id);
  }
}

/** Which draft something is stored of; undefined for what is none. */
export function maybeDraftId(key: string | null): string | undefined {
  return key?.startsWith(PREFIX) ? key.slice(PREFIX.length) : undefined;
}

/** Opens the storage for drafts, without storage that the browser blocks. */
export function openDraftPlaces(): DraftPlaces {
  return {
    shared: maybeStorage(() => localStorage),
    tab: maybeStorage(() => sessionStorage),
    ...createHolds(PREFIX),
    now: Date.now,
    newId: makeId,
  };
}
