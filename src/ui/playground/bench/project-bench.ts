// The open project: its files in the editor, its messages, its build, its storage, and the program that it replaced.

import { guessFortranForm } from '../../../client/project/lone-source.ts';
import { loadOnce } from '../../../errors/load-once.ts';
import { configMkOf, describeProgram, inputsOf, type Program } from '../../draft/program.ts';
import { fileOfFix } from '../../problems/fix-its.ts';
import type { Place } from '../../problems/haze-problems.ts';
import { type FindInText, Project } from '../../project/project.ts';
import type { ProjectBuilds } from '../../project/project-builds.ts';
import { openProjectPlaces, ProjectKeeper } from '../../project/project-keeper.ts';
import type { KeptProject } from '../../project/project-shelf.ts';
import type { RunTools } from '../../run/run-session.ts';
import type { ServiceClient } from '../../service/service-client.ts';
import type { FixIt } from '../../service/service-records.ts';
import type { LinkedProject } from '../links/project-link.ts';
import type { Bench } from './bench.ts';
import { BuildMessages, CHANGED_SINCE, findFile } from './build-messages.ts';

/** The function that starts the build of a program with more than one source. */
export type OwnBuild = Pick<RunTools, 'createBuild'>;

export class ProjectBench {
  readonly messages = new BuildMessages();
  readonly #bench: Bench;
  readonly #keeper: ProjectKeeper;
  #builds: (() => Promise<ProjectBuilds>) | undefined;
  #before: Program | undefined;

  /** @param onKept called after the saved projects have changed, here or in another tab */
  constructor(bench: Bench, onKept: () => void) {
    this.#bench = bench;
    this.#keeper = new ProjectKeeper(openProjectPlaces(), bench.say, () => {
      // Renders again because the open project may have a new name.
      bench.change({});
      onKept();
    });
  }

  /** ID of the open project, if it is saved in this browser. */
  get id(): string | undefined {
    return this.#keeper.id;
  }

  /** True if the last changes to the open project could not be saved. */
  get isFailing(): boolean {
    return this.#keeper.isFailing;
  }

  /** Saves the open project when the page is hidden or closed. */
  watchPage(): void {
    window.addEventListener('pagehide', () => this.#keeper.leave());
    document.addEventListener('visibilitychange', () => this.#keeper.flush());
    window.addEventListener('pageshow', ({ persisted }) => {
      if (persisted) void this.#keeper.catchUp().catch(() => undefined);
    });
  }

  /**
   * Opens a project at one of its files; from then on, Run builds the whole project.
   * @param inputs program whose inputs the project takes over; undefined for none
   */
  open(project: Project, path: string, inputs?: Program): void {
    this.#bench.startOpening();
    const program = inputs ?? describeProgram({ core: this.#bench.state.program.core });
    if (this.#show(project, path, program)) this.#keeper.begin(project, inputsOf(program));
  }

  /** Opens a linked project, with the inputs of the link's program. */
  openLinked({ project, program }: LinkedProject): void {
    this.open(project, firstPath(project), program);
  }

  /** Records new inputs of the project. */
  setInputs(program: Program): void {
    this.#keeper.noteInputs(inputsOf(program));
  }

  /** Shows another file of the open project. */
  openFile(path: string): void {
    const { project } = this.#bench.state;
    if (project && this.#show(project, path)) this.#keeper.note({ isChanged: false });
  }

  /**
   * Creates an empty file and opens it. A single-file program becomes a project. Returns an error message, if any.
   */
  newFile(path: string): string | undefined {
    const { program, project: open } = this.#bench.state;
    const project = open ?? projectOf(program);
    const problem = project.maybeNameProblem(path);
    if (problem !== undefined) return problem;
    if (!open) this.open(project, project.firstFile() ?? '', program);
    project.put(path, new Uint8Array());
    this.#show(project, path);
    this.#keeper.noteFiles([path]);
    return undefined;
  }

  /** Renames the file in the editor. Returns an error message, if any. */
  renameFile(path: string): string | undefined {
    const { project } = this.#bench.state;
    const from = project?.current ?? '';
    if (!project || path === from) return undefined;
    const problem = project.maybeNameProblem(path);
    if (problem !== undefined) return problem;
    project.rename(from, path);
    // The new path may imply a different language.
    this.#show(project, path);
    this.#keeper.noteFiles([from, path]);
    return undefined;
  }

  /** Removes the file in the editor and opens another file. Returns an error message, if any. */
  removeFile(): string | undefined {
    const { project } = this.#bench.state;
    const path = project?.current ?? '';
    if (!project || path === '') return undefined;
    const isLastText = [...project.files.keys()].every(
      (other) => other === path || project.maybeText(other) === undefined,
    );
    if (isLastText)
      return 'This is the only file that the editor can show. “Close project” closes the project.';
    project.remove(path);
    this.#show(project, firstPath(project));
    this.#keeper.noteFiles([path]);
    return undefined;
  }

  /** Renames a saved project. */
  rename(id: string, name: string): Promise<void> {
    return this.#keeper.rename(id, name);
  }

  /** Deletes a saved project that is not open here. */
  remove(id: string): Promise<void> {
    return this.#keeper.remove(id);
  }

  /** Opens a saved project in its last saved state. */
  async reopen(id: string): Promise<void> {
    const isLatest = this.#bench.startOpening();
    const project = await this.#keeper.open(id, isLatest).catch(() => undefined);
    if (project) this.#showKept(project);
    else if (isLatest()) this.#bench.say('This project is no longer in the browser’s storage.');
  }

  /** Restores the tab's project after a reload, unless something else has been opened since. */
  async showAgain(isLatest: () => boolean): Promise<void> {
    const project = await this.#keeper.reopen(isLatest).catch(() => undefined);
    if (project) this.#showKept(project);
  }

  #showKept(project: Project): void {
    if (!this.#show(project, firstPath(project))) return;
    const { program } = this.#bench.state;
    this.#bench.change({ program: { ...program, ...this.#keeper.inputs } });
  }

  /** Lists the projects that can be opened. */
  list(): Promise<readonly KeptProject[]> {
    return this.#keeper.list().catch(() => []);
  }

  /** Records new text for the file in the editor. */
  setText(project: Project, text: string): void {
    project.setText(text);
    this.#keeper.note({ isChanged: true });
  }

  /** Closes the project because another program replaces it. */
  end(): void {
    this.#keeper.end();
  }

  /** Closes the project; returns the program that it replaced. The project's changes stay in the browser. */
  close(): Program | undefined {
    const builds = this.#builds;
    this.#builds = undefined;
    // If the deletion fails, an unused copy remains, which is harmless.
    void this.#bench.service
      .reach()
      .then(async ({ client }) => (await builds?.())?.forget(client))
      .catch(() => undefined);
    return this.#before;
  }

  /** Saves the open project again after the storage was cleared. */
  beginAnew(project: Project | undefined): void {
    this.#builds = undefined;
    if (project) this.#keeper.begin(project, inputsOf(this.#bench.state.program));
  }

  /** Returns how to build a project in its present state, now or later; {} if the program has a single source. */
  describeBuild(client: ServiceClient, tabId: string, project: Project | undefined): OwnBuild {
    if (!project) return {};
    const present = { directory: project.directory, files: new Map(project.files) };
    this.#builds ??= loadOnce(async () => {
      const { ProjectBuilds } = await import('../../project/project-builds.ts');
      return new ProjectBuilds(tabId);
    });
    const open = this.#builds;
    return { createBuild: async (wish) => (await open()).start(client, present, wish) };
  }

  /** Shows a definition in the first other file that contains it; returns false if no file does. */
  showElsewhere(find: FindInText): boolean {
    const { project } = this.#bench.state;
    if (!project) return false;
    const found = project.listTexts().flatMap(({ path, text, language }) => {
      const place = path === project.current ? undefined : find(text, language);
      return place ? [{ path, text, ...place }] : [];
    });
    const best = found.find(({ isDefinition }) => isDefinition) ?? found[0];
    if (!best) return false;
    const before = best.text.slice(0, best.from).split('\n');
    this.#show(project, best.path);
    this.#bench.parts?.editor.goTo(before.length, before.at(-1)!.length + 1);
    return true;
  }

  /** Goes to the location of a message, in the file that the message belongs to. */
  goTo({ file, line, column }: Place): void {
    if (this.#openFileOf(file)) this.#bench.parts?.editor.goTo(line, column);
  }

  /** Applies the compiler's fix in the file that it belongs to. */
  applyFix(fix: readonly FixIt[]): void {
    const { project } = this.#bench.state;
    const path = project && findFile(project, fileOfFix(fix));
    const isElsewhere = project && path !== undefined && path !== project.current;
    const isStale = isElsewhere && !this.messages.isAsBuilt(project, path);
    const isApplied =
      !isStale && this.#openFileOf(fileOfFix(fix)) && this.#bench.parts?.editor.applyFix(fix) === true;
    if (!isApplied) this.#bench.say(CHANGED_SINCE);
  }

  /** Opens in the editor the file that a message refers to; returns false if there is no such file. */
  #openFileOf(file: string | undefined): boolean {
    const { project } = this.#bench.state;
    if (!project) return true;
    const path = findFile(project, file);
    if (path === undefined) return false;
    if (path !== project.current) this.openFile(path);
    return true;
  }

  #show(project: Project, path: string, program = this.#bench.state.program): boolean {
    const { state, parts, change } = this.#bench;
    const file = project.maybeOpen(path);
    if (!file) return false;
    if (!state.project) this.#before = state.program;
    parts?.editor.open(file.text, file.language);
    const { language, text: source } = file;
    // Closes another program's values, and questions about them.
    const closed = project === state.project ? {} : { viewed: [], asked: undefined };
    change({ project, program: { ...program, language, source }, ...closed });
    parts?.editor.setDiagnostics(this.messages.listFor(project));
    return true;
  }
}

function firstPath(project: Project): string {
  return project.current || (project.firstFile() ?? '');
}

const MAIN: Readonly<Record<Program['language'], string>> = {
  C: 'main.c',
  'C++': 'main.cpp',
  Fortran: 'main.f90',
};

/** Creates a project from a single-file program, with the same build flags. */
function projectOf(program: Program): Project {
  const { language, source, title } = program;
  const isFixed = language === 'Fortran' && guessFortranForm(source) === 'fixed';
  const texts = { [isFixed ? 'main.f' : MAIN[language]]: source, 'config.mk': configMkOf(program) };
  const files = Object.entries(texts).filter(([path, text]) => path !== 'config.mk' || text !== '');
  const encoder = new TextEncoder();
  return new Project(title || 'project', new Map(files.map(([path, text]) => [path, encoder.encode(text)])));
}
