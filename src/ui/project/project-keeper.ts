// Saves this tab's project: soon after each change, and when the user leaves the page. A reloaded tab restores its
// project; the gallery reopens closed projects.

import { createHolds, type Holds, makeId, maybeStorage, nameStorageProblem } from '../browser/tab-storage.ts';
import type { ProgramInputs } from '../draft/program.ts';
import type { Project } from './project.ts';
import { openProjectNews, type ProjectChange, type ProjectNews } from './project-news.ts';
import type { KeptProject, ProjectShelf } from './project-shelf.ts';

export interface ProjectPlaces extends Holds {
  readonly openShelf: () => Promise<ProjectShelf>;
  /** Storage for this tab, such as `sessionStorage`; undefined if the browser blocks it. */
  readonly tab: Storage | undefined;
  readonly news: ProjectNews;
  readonly newId: () => string;
}

/** Time to wait for a tab that has just left a project and is still saving it. */
const LEAVING_MS = 1000;
/** Delay before a save. Work is lost if a crash occurs during the delay. */
const DELAY_MS = 300;
const LOSS =
  'your changes to this project are lost when the page is closed. “Save zip” saves the whole project.';
const MINE = 'haze-project';
/** Key in the tab's storage for changes that the closing page could not write to the shelf. */
const LEFT = 'haze-project-left';

interface LeftChanges {
  readonly id: string;
  readonly current: string;
  /** File contents by path; null for a file that was removed. */
  readonly texts: Readonly<Record<string, string | null>>;
  readonly inputs?: ProgramInputs | undefined;
}

/** Opens the storage for projects. */
export function openProjectPlaces(): ProjectPlaces {
  return {
    openShelf: async () => (await import('./project-shelf.ts')).ProjectShelf.open(),
    tab: maybeStorage(() => sessionStorage),
    ...createHolds(`${MINE}:`),
    news: openProjectNews(),
    newId: makeId,
  };
}

export class ProjectKeeper {
  readonly #places: ProjectPlaces;
  readonly #onProblem: (sentence: string) => void;
  readonly #onNews: () => void;
  #shelf: Promise<ProjectShelf> | undefined;
  #open: { readonly id: string; readonly project: Project } | undefined;
  /** Paths of changed files that may not have reached the shelf yet. */
  readonly #unsaved = new Set<string>();
  #inputs: ProgramInputs | undefined;
  #areInputsUnsaved = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();
  /** The last opening, which the next one waits for. */
  #opening: Promise<unknown> = Promise.resolve();
  /** True if the last write failed. */
  isFailing = false;

  /**
   * @param onProblem called once, with the reason, if changes cannot be saved
   * @param onNews called after a project was renamed, or the list of projects changed
   */
  constructor(places: ProjectPlaces, onProblem: (sentence: string) => void, onNews: () => void) {
    this.#places = places;
    this.#onProblem = onProblem;
    this.#onNews = onNews;
    places.news.listen((change) => this.#hear(change));
  }

  /** ID of the project that is open in this tab. */
  get id(): string | undefined {
    return this.#open?.id;
  }

  /** Latest inputs of the open project that this tab has loaded or recorded. */
  get inputs(): ProgramInputs | undefined {
    return this.#inputs;
  }

  /** Records a newly opened project. */
  begin(project: Project, inputs?: ProgramInputs): void {
    this.end();
    const id = this.#places.newId();
    void this.#places.hold(id);
    this.#take(id, project, inputs);
    this.#write(async (shelf) => {
      await shelf.add(id, project, inputs);
      await this.#prune(shelf);
      this.#places.news.tell({ id });
    });
  }

  /** Records that the editor shows another file, or that the file has changed. */
  note({ isChanged }: { readonly isChanged: boolean }): void {
    if (!this.#open) return;
    if (isChanged) this.#unsaved.add(this.#open.project.current);
    this.#timer ??= setTimeout(() => this.flush(), DELAY_MS);
  }

  /** Records files that were created, renamed or removed. */
  noteFiles(paths: readonly string[]): void {
    for (const path of paths) this.#unsaved.add(path);
    this.note({ isChanged: false });
    this.flush();
  }

  /** Records new inputs of the project. */
  noteInputs(inputs: ProgramInputs): void {
    if (!this.#open) return;
    this.#inputs = inputs;
    this.#areInputsUnsaved = true;
    this.note({ isChanged: false });
  }

  /** Saves pending changes. */
  flush(): void {
    if (this.#timer === undefined || !this.#open) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { id, project } = this.#open;
    const { current } = project;
    const files = new Map([...this.#unsaved].map((path) => [path, project.files.get(path)]));
    const inputs = this.#areInputsUnsaved ? this.#inputs : undefined;
    this.#write(async (shelf) => {
      const isThere = await shelf.update(id, current, files, inputs);
      if (this.#open?.project !== project || this.#open.id !== id) return;
      if (!isThere) {
        // A page that was unaware of this tab has deleted the project, so it is added again.
        await shelf.add(id, project, this.#inputs);
        await shelf.update(id, current, files);
      }
      if (this.#inputs === inputs) this.#areInputsUnsaved = false;
      for (const [path, bytes] of files) if (project.files.get(path) === bytes) this.#unsaved.delete(path);
    });
  }

  /**
   * Stores pending changes in the tab when the user leaves the page, because a write to the shelf may not complete.
   */
  leave(): void {
    this.flush();
    const { tab } = this.#places;
    tab?.removeItem(LEFT);
    if (!this.#open || (this.#unsaved.size === 0 && !this.#areInputsUnsaved)) return;
    const { id, project } = this.#open;
    const texts = Object.fromEntries(
      [...this.#unsaved].flatMap((path): [string, string | null][] => {
        const text = project.maybeText(path);
        if (text !== undefined) return [[path, text]];
        // Binary files cannot be edited, so the shelf already has them.
        return project.files.has(path) ? [] : [[path, null]];
      }),
    );
    try {
      const inputs = this.#areInputsUnsaved ? this.#inputs : undefined;
      const left: LeftChanges = { id, current: project.current, texts, inputs };
      tab?.setItem(LEFT, JSON.stringify(left));
    } catch {
      // Storage is full, but the shelf has the earlier changes.
    }
  }

  /** Closes the tab's project. The project's changes are preserved. */
  end(): void {
    this.flush();
    const left = this.#open?.id;
    this.#open = undefined;
    // Another tab may open the project after the last write.
    void this.#writing.then(() => {
      if (left !== undefined && this.#open?.id !== left) this.#places.letGo(left);
    });
    this.#unsaved.clear();
    this.#inputs = undefined;
    this.#areInputsUnsaved = false;
    this.#places.tab?.removeItem(MINE);
  }

  /**
   * Restores the tab's project after a reload; undefined if there is none.
   * @param isLatest returns false once something else has been opened, so that the project stays closed
   */
  async reopen(isLatest = () => true): Promise<Project | undefined> {
    const { tab } = this.#places;
    const id = tab?.getItem(MINE) ?? undefined;
    const kept = tab?.getItem(LEFT) ?? 'null';
    tab?.removeItem(LEFT);
    const left = JSON.parse(kept) as LeftChanges | null;
    const project = id === undefined ? undefined : await this.open(id, isLatest);
    const isReplaced = id !== undefined && !project && !isLatest();
    // Otherwise, the next reload would restore the project.
    if (isReplaced && !this.#open) tab?.removeItem(MINE);
    if (left === null || left.id !== id || !(project || isReplaced)) return project;
    const encoder = new TextEncoder();
    const files = Object.entries(left.texts).map(
      ([path, text]) => [path, text === null ? undefined : encoder.encode(text)] as const,
    );
    if (!project) {
      this.#write(
        async (shelf) => void (await shelf.update(left.id, left.current, new Map(files), left.inputs)),
      );
      return undefined;
    }
    for (const [path, bytes] of files) {
      if (bytes === undefined) project.remove(path);
      else project.put(path, bytes);
      this.#unsaved.add(path);
      this.note({ isChanged: false });
    }
    if (left.inputs) this.noteInputs(left.inputs);
    project.maybeOpen(left.current);
    return project;
  }

  /**
   * Opens a saved project; undefined if it no longer exists. If another tab has the project open, this tab gets a
   * copy.
   * @param isLatest returns false once something else has been opened, so that the project stays closed
   */
  open(id: string, isLatest = () => true): Promise<Project | undefined> {
    const opening = this.#opening.then(() => this.#openNow(id, isLatest));
    this.#opening = opening.catch(() => undefined);
    return opening;
  }

  async #openNow(id: string, isLatest: () => boolean): Promise<Project | undefined> {
    this.flush();
    await this.#writing;
    const shelf = await this.#openShelf();
    const [project, inputs] = await Promise.all([shelf.load(id), shelf.loadInputs(id)]);
    if (!project) return undefined;
    const isMine = await this.#places.hold(id, LEAVING_MS);
    if (!isLatest()) {
      if (isMine && this.#open?.id !== id) this.#places.letGo(id);
      return undefined;
    }
    this.end();
    if (isMine) this.#take(id, project, inputs);
    else this.begin(project, inputs);
    return project;
  }

  /** Lists the projects that can be opened, latest first. */
  async list(): Promise<readonly KeptProject[]> {
    this.flush();
    await this.#writing;
    return (await this.#openShelf()).list();
  }

  /** Renames a saved project in all tabs. */
  async rename(id: string, name: string): Promise<void> {
    // The project's first save may still be in progress.
    await this.#writing;
    await (await this.#openShelf()).rename(id, name);
    this.#hear({ id, name });
    this.#places.news.tell({ id, name });
  }

  /**
   * Deletes a saved project.
   * @throws Error if the project is open, here or in another tab
   */
  async remove(id: string): Promise<void> {
    if (this.#open?.id === id)
      throw new Error('This project is open here. To delete it, first close it with “Close project”.');
    if (!(await this.#places.hold(id, LEAVING_MS))) throw new Error('This project is open in another tab.');
    await (await this.#openShelf()).remove(id);
    this.#places.letGo(id);
    this.#places.news.tell({ id });
  }

  /** Picks up a name that another tab assigned while this page was suspended and received no events. */
  async catchUp(): Promise<void> {
    const { id } = this;
    const kept = id === undefined ? undefined : (await this.list()).find((one) => one.id === id);
    if (kept) this.#hear(kept);
  }

  #hear({ id, name }: ProjectChange): void {
    if (name !== undefined && this.#open?.id === id) this.#open.project.setName(name);
    this.#onNews();
  }

  /** Deletes projects beyond the limit, except those that are open in any tab. */
  async #prune(shelf: ProjectShelf): Promise<void> {
    const { hold, letGo } = this.#places;
    for (const id of await shelf.listSurplus()) {
      if (id === this.#open?.id || !(await hold(id))) continue;
      await shelf.remove(id);
      letGo(id);
    }
  }

  #take(id: string, project: Project, inputs: ProgramInputs | undefined): void {
    this.#open = { id, project };
    this.#inputs = inputs;
    try {
      this.#places.tab?.setItem(MINE, id);
    } catch {
      // Without storage, a reload starts without the project, which is still in the gallery.
    }
  }

  async #openShelf(): Promise<ProjectShelf> {
    // Reopens a shelf whose database was closed.
    const present = await this.#shelf?.catch(() => undefined);
    if (present && !present.isOpen) this.#shelf = undefined;
    this.#shelf ??= this.#places.openShelf().catch((error: unknown) => {
      this.#shelf = undefined;
      throw error;
    });
    return this.#shelf;
  }

  #write(work: (shelf: ProjectShelf) => Promise<void>): void {
    this.#writing = this.#writing
      .then(() => this.#openShelf())
      .then((shelf) =>
        work(shelf).catch(async (error: unknown) => {
          if (shelf.isOpen) throw error;
          // The database was closed in the meantime, because the user left the page and then came back.
          await work(await this.#openShelf());
        }),
      )
      .then(
        () => {
          this.isFailing = false;
        },
        (error: unknown) => {
          // Reports the failure only once, because otherwise every keystroke would report it.
          if (!this.isFailing) this.#onProblem(`${nameStorageProblem(error)}: ${LOSS}`);
          this.isFailing = true;
        },
      );
  }
}
