// Stores opened projects with their changes. Files are stored individually, so a change rewrites only one file. Changed
// projects are kept until the user deletes them; of the unchanged projects, only the latest few are kept.
import type { DBSchema, IDBPDatabase } from 'idb';
import { openPageDatabase } from '../../store/indexeddb/page-database.ts';
import type { ProgramInputs } from '../draft/program.ts';
import { Project } from './project.ts';

/** Summary of a saved project, without the files. */
export interface KeptProject {
  readonly id: string;
  readonly name: string;
  /** Path to the file that was last in the editor. */
  readonly current: string;
  /** When the project was saved, in epoch milliseconds. */
  readonly savedAt: number;
  /** True if the user has changed a file in the page. */
  readonly isChanged: boolean;
  /** Inputs for the project's runs; undefined for projects from earlier versions. */
  readonly inputs?: ProgramInputs;
}

interface ShelfSchema extends DBSchema {
  projects: { key: string; value: KeptProject };
  /** Bytes by project and path. */
  files: { key: [string, string]; value: Uint8Array };
}

const MOST_UNCHANGED = 8;

const filesOf = (id: string) => IDBKeyRange.bound([id], [id, []]);

/** Stores projects. Every method throws the browser's error if storage is full or unavailable. */
export class ProjectShelf {
  readonly #db: IDBPDatabase<ShelfSchema>;
  readonly #now: () => number;
  readonly #state: { isOpen: boolean };
  /**
   * Summaries that were last read or written here. Tabs do not share projects: each tab that has the same project open
   * has its own copy.
   */
  readonly #known = new Map<string, KeptProject>();

  private constructor(db: IDBPDatabase<ShelfSchema>, now: () => number, state: { isOpen: boolean }) {
    this.#db = db;
    this.#now = now;
    this.#state = state;
  }

  /** True if the database is open. The browser may close or delete it while the page is open. */
  get isOpen(): boolean {
    return this.#state.isOpen;
  }

  static async open(name = 'haze-projects', now: () => number = Date.now): Promise<ProjectShelf> {
    const state = { isOpen: true };
    const db = await openPageDatabase<ShelfSchema>(name, 1, {
      // Commits the text that was typed last.
      atLeave: 'commit',
      upgrade: (upgraded) => {
        upgraded.createObjectStore('projects', { keyPath: 'id' });
        upgraded.createObjectStore('files');
      },
      onLost: () => {
        state.isOpen = false;
      },
    });
    return new ProjectShelf(db, now, state);
  }

  /** All projects, latest first. */
  async list(): Promise<KeptProject[]> {
    return (await this.#db.getAll('projects')).sort((a, b) => b.savedAt - a.savedAt);
  }

  /** Stores a project and all its files under a new ID. */
  async add(id: string, project: Project, inputs?: ProgramInputs): Promise<void> {
    const tx = this.#db.transaction(['projects', 'files'], 'readwrite');
    const { name, current } = project;
    const kept = { id, name, current, savedAt: this.#now(), isChanged: false, ...(inputs && { inputs }) };
    const work: Promise<unknown>[] = [tx.objectStore('projects').put(kept)];
    for (const [path, bytes] of project.files) work.push(tx.objectStore('files').put(bytes, [id, path]));
    await Promise.all([...work, tx.done]);
    this.#known.set(id, kept);
  }

  /** Lists the projects to delete: the oldest unchanged projects beyond the limit. */
  async listSurplus(): Promise<string[]> {
    const unchanged = (await this.list()).filter(({ isChanged }) => !isChanged);
    return unchanged.slice(MOST_UNCHANGED).map(({ id }) => id);
  }

  /**
   * Stores changed files, the path in the editor, and changed inputs; a file without bytes is deleted. Returns false
   * for a deleted project, which is not restored.
   */
  async update(
    id: string,
    current: string,
    files: ReadonlyMap<string, Uint8Array | undefined>,
    inputs?: ProgramInputs,
  ): Promise<boolean> {
    const tx = this.#db.transaction(['projects', 'files'], 'readwrite');
    const present = tx.objectStore('projects').get(id);
    // Requests are started together if possible, because the page may be about to close.
    const before = this.#known.get(id) ?? (await present);
    if (!before) return false;
    const isChanged = before.isChanged || files.size > 0;
    const kept = { ...before, current, isChanged, savedAt: this.#now(), ...(inputs && { inputs }) };
    const work: Promise<unknown>[] = [tx.objectStore('projects').put(kept), tx.done];
    const stored = tx.objectStore('files');
    for (const [path, bytes] of files)
      work.push(bytes ? stored.put(bytes, [id, path]) : stored.delete([id, path]));
    const written = Promise.all(work);
    written.catch(() => undefined);
    const found = await present;
    if (found) {
      // Another tab may have renamed the project in the meantime.
      const named = { ...kept, name: found.name };
      if (found.name !== kept.name) await tx.objectStore('projects').put(named);
      await written;
      this.#known.set(id, named);
    } else {
      tx.abort();
      await Promise.allSettled(work);
      this.#known.delete(id);
    }
    return found !== undefined;
  }

  /** The project in its last saved state, with its file in the editor; undefined if the project no longer exists. */
  async load(id: string): Promise<Project | undefined> {
    const tx = this.#db.transaction(['projects', 'files']);
    const files = tx.objectStore('files');
    const [kept, keys, contents] = await Promise.all([
      tx.objectStore('projects').get(id),
      files.getAllKeys(filesOf(id)),
      files.getAll(filesOf(id)),
    ]);
    if (!kept) return undefined;
    this.#known.set(id, kept);
    const project = new Project(kept.name, new Map(keys.map(([, path], index) => [path, contents[index]!])));
    project.maybeOpen(kept.current);
    return project;
  }

  /** Loads a project's latest inputs; undefined if unknown. */
  async loadInputs(id: string): Promise<ProgramInputs | undefined> {
    return (await this.#db.get('projects', id))?.inputs;
  }

  /** Renames a project. */
  async rename(id: string, name: string): Promise<void> {
    const tx = this.#db.transaction('projects', 'readwrite');
    const kept = await tx.store.get(id);
    if (kept) await tx.store.put({ ...kept, name });
    await tx.done;
    const known = this.#known.get(id);
    if (known) this.#known.set(id, { ...known, name });
  }

  async remove(id: string): Promise<void> {
    this.#known.delete(id);
    const tx = this.#db.transaction(['projects', 'files'], 'readwrite');
    await Promise.all([
      tx.objectStore('projects').delete(id),
      tx.objectStore('files').delete(filesOf(id)),
      tx.done,
    ]);
  }
}
