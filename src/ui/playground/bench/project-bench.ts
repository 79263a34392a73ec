// The project that is open in the page: its files in the editor, what the compiler said about them, how it is built and
// kept, and the program that was there before it.

import { guessFortranForm } from '../../../client/project/lone-source.ts';
import { configMkOf, inputsOf, type Program } from '../../draft/program.ts';
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

/** Build of a program that has more than one source. */
export type OwnBuild = Pick<RunTools, 'createBuild'>;

export class ProjectBench {
  readonly messages = new BuildMessages();
  readonly #bench: Bench;
  readonly #keeper: ProjectKeeper;
  #builds: Promise<ProjectBuilds> | undefined;
  #before: Program | undefined;

  /** @param onKept called when projects that are kept have changed, here or in another tab */
  constructor(bench: Bench, onKept: () => void) {
    this.#bench = bench;
    this.#keeper = new ProjectKeeper(openProjectPlaces(), bench.say, () => {
      // The open one may be called something else.
      bench.change({});
      onKept();
    });
  }

  /** ID of the open project, while this browser keeps it. */
  get id(): string | undefined {
    return this.#keeper.id;
  }

  /** Keeps what is open while the page is hidden or leaves. */
  watchPage(): void {
    window.addEventListener('pagehide', () => this.#keeper.leave());
    document.addEventListener('visibilitychange', () => this.#keeper.flush());
    window.addEventListener('pageshow', ({ persisted }) => {
      if (persisted) void this.#keeper.catchUp().catch(() => undefined);
    });
  }

  /** Opens a project at one of its files; Run builds the whole project from then on. */
  open(project: Project, path: string): void {
    if (this.#show(project, path)) this.#keeper.begin(project, inputsOf(this.#bench.state.program));
  }

  /** Opens the project of a link, with what its program gets. */
  openLinked({ project, program }: LinkedProject): void {
    this.open(project, firstPath(project));
    const { source, language } = this.#bench.state.program;
    this.#bench.change({ program: { ...program, source, language } });
    this.setInputs(program);
  }

  /** The project is run with something else from now on. */
  setInputs(program: Program): void {
    this.#keeper.noteInputs(inputsOf(program));
  }

  /** Shows another file of the open project. */
  openFile(path: string): void {
    const { project } = this.#bench.state;
    if (project && this.#show(project, path)) this.#keeper.note({ isChanged: false });
  }

  /** Makes an empty file and shows it; a program of one file becomes a project with it. Answers why it cannot be. */
  newFile(path: string): string | undefined {
    const { program, project: open } = this.#bench.state;
    const project = open ?? projectOf(program);
    const problem = project.maybeNameProblem(path);
    if (problem !== undefined) return problem;
    if (!open) this.open(project, project.firstFile() ?? '');
    project.put(path, new Uint8Array());
    this.#show(project, path);
    this.#keeper.noteFiles([path]);
    return undefined;
  }

  /** Gives the file in the editor another path. Answers why it cannot have it. */
  renameFile(path: string): string | undefined {
    const { project } = this.#bench.state;
    const from = project?.current ?? '';
    if (!project || path === from) return undefined;
    const problem = project.maybeNameProblem(path);
    if (problem !== undefined) return problem;
    project.rename(from, path);
    // Its language may be another one.
    this.#show(project, path);
    this.#keeper.noteFiles([from, path]);
    return undefined;
  }

  /** Removes the file in the editor and shows another one. Answers why it cannot. */
  removeFile(): string | undefined {
    const { project } = this.#bench.state;
    const path = project?.current ?? '';
    if (!project || path === '') return undefined;
    const isLastText = [...project.files.keys()].every(
      (other) => other === path || project.maybeText(other) === undefined,
    );
    if (isLastText)
      return 'This is the only file that an editor can show. “Close project” leaves the project.';
    project.remove(path);
    this.#show(project, firstPath(project));
    this.#keeper.noteFiles([path]);
    return undefined;
  }

  /** Renames a kept project. */
  rename(id: string, name: string): Promise<void> {
    return this.#keeper.rename(id, name);
  }

  /** Removes a kept project that is not open here, for good. */
  remove(id: string): Promise<void> {
    return this.#keeper.remove(id);
  }

  /** Opens a project that was open before, as it was left. */
  async reopen(id: string): Promise<void> {
    const project = await this.#keeper.open(id).catch(() => undefined);
    if (project) this.#showKept(project);
    else this.#bench.say('This project is no longer in the browser’s storage.');
  }

  /** After a reload the tab goes on with its project. */
  async showAgain(): Promise<void> {
    const project = await this.#keeper.reopen().catch(() => undefined);
    if (project) this.#showKept(project);
  }

  #showKept(project: Project): void {
    if (!this.#show(project, firstPath(project))) return;
    const { program } = this.#bench.state;
    this.#bench.change({ program: { ...program, ...this.#keeper.inputs } });
  }

  /** Projects that can be opened again. */
  list(): Promise<readonly KeptProject[]> {
    return this.#keeper.list().catch(() => []);
  }

  /** The text in the editor is another one now. */
  setText(project: Project, text: string): void {
    project.setText(text);
    this.#keeper.note({ isChanged: true });
  }

  /** Another program takes the place of the project. */
  end(): void {
    this.#keeper.end();
  }

  /** Closes the project; answers the program that was there before. What was changed in it stays in the browser. */
  close(): Program | undefined {
    const builds = this.#builds;
    this.#builds = undefined;
    // Without it nothing is wrong but a copy that stays.
    void this.#bench.service
      .reach()
      .then(async ({ client }) => (await builds)?.forget(client))
      .catch(() => undefined);
    return this.#before;
  }

  /** Keeps the open project again after the storage was cleared. */
  beginAnew(project: Project | undefined): void {
    this.#builds = undefined;
    if (project) this.#keeper.begin(project, inputsOf(this.#bench.state.program));
  }

  /** Answers the build of the open project; {} when the program has one source. */
  describeBuild(client: ServiceClient, tabId: string): OwnBuild {
    const { project } = this.#bench.state;
    if (!project) return {};
    this.#builds ??= import('../../project/project-builds.ts').then(
      ({ ProjectBuilds }) => new ProjectBuilds(tabId),
    );
    const builds = this.#builds;
    return { createBuild: async (wish) => (await builds).start(client, project, wish) };
  }

  /** Shows the place that is looked for, in the first of the other files that has it; answers whether one does. */
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

  /** Shows a place that the compiler named, in its own file. */
  goTo({ file, line, column }: Place): void {
    if (this.#openFileOf(file)) this.#bench.parts?.editor.goTo(line, column);
  }

  /** Applies a fix of the compiler's in the file that it is for. */
  applyFix(fix: readonly FixIt[]): void {
    const { project } = this.#bench.state;
    const path = project && findFile(project, fileOfFix(fix));
    const isElsewhere = project && path !== undefined && path !== project.current;
    const isStale = isElsewhere && !this.messages.isAsBuilt(project, path);
    const isApplied =
      !isStale && this.#openFileOf(fileOfFix(fix)) && this.#bench.parts?.editor.applyFix(fix) === true;
    if (!isApplied) this.#bench.say(CHANGED_SINCE);
  }

  /** The file that the compiler means, in the editor. Answers whether it is there. */
  #openFileOf(file: string | undefined): boolean {
    const { project } = this.#bench.state;
    if (!project) return true;
    const path = findFile(project, file);
    if (path === undefined) return false;
    if (path !== project.current) this.openFile(path);
    return true;
  }

  #show(project: Project, path: string): boolean {
    const { state, parts, change } = this.#bench;
    const file = project.maybeOpen(path);
    if (!file) return false;
    if (!state.project) this.#before = state.program;
    parts?.editor.open(file.text, file.language);
    const { language, text: source } = file;
    // Values of another program are looked at no more.
    const closed = project === state.project ? {} : { viewed: [] };
    change({ project, program: { ...state.program, language, source }, ...closed });
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

/** A program of one file as a project, which is built with the same flags. */
function projectOf(program: Program): Project {
  const { language, source, title } = program;
  const isFixed = language === 'Fortran' && guessFortranForm(source) === 'fixed';
  const texts = { [isFixed ? 'main.f' : MAIN[language]]: source, 'config.mk': configMkOf(program) };
  const files = Object.entries(texts).filter(([path, text]) => path !== 'config.mk' || text !== '');
  const encoder = new TextEncoder();
  return new Project(title || 'project', new Map(files.map(([path, text]) => [path, encoder.encode(text)])));
}
