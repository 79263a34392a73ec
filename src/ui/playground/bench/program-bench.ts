// The open program: from the page's link, this tab's draft, an example or a project file, together with the user's
// changes. Changes are saved as a draft or in the project.

import { messageOf } from '../../../errors/message-of.ts';
import { nameStorageProblem } from '../../browser/tab-storage.ts';
import { DraftKeeper } from '../../draft/draft-keeper.ts';
import type { Draft } from '../../draft/drafts.ts';
import type { InputFile } from '../../draft/input-file.ts';
import type { Language, Program } from '../../draft/program.ts';
import { isStart, openStart } from '../../gallery/gallery.ts';
import { IDLE, isRunning } from '../../run/run-state.ts';
import { isShareFragment } from '../../share/share-link.ts';
import type { KeptChange } from '../dialogs/haze-kept-work.ts';
import type { InputChange } from '../dialogs/haze-program-inputs.ts';
import { isOwnLink } from '../links/own-link.ts';
import { maybeLinked } from '../links/program-link.ts';
import { maybeLinkedRepository } from '../links/repository-link.ts';
import type { Bench } from './bench.ts';
import type { ProjectBench } from './project-bench.ts';

export interface ProgramBenchTools {
  readonly projects: ProjectBench;
  /**
   * Called after another program has replaced the open one, which means that the values and runs shown are out of date.
   */
  readonly onReplaced: () => void;
  /** Called after the saved work has changed, here or in another tab. */
  readonly onKept: () => void;
}

const SAVED = 'Your previous program was saved in “My programs”.';
const LOST = 'The changes to your previous program could not be saved: without “Undo”, they are lost.';

/** Creates the program for a language. */
type OpenIn = (language: Language) => Program | Promise<Program>;

export class ProgramBench {
  /** True if the page was opened through a link to a repository, or to a program that is not this tab's own. */
  readonly isLinked =
    (isShareFragment(location.hash) && !isOwnLink()) || maybeLinkedRepository(location) !== undefined;
  readonly #bench: Bench;
  readonly #tools: ProgramBenchTools;
  readonly #keeper: DraftKeeper;
  readonly #draft: Promise<Program | undefined>;
  /** True if the open program is an unchanged example whose name the user has not chosen. */
  #isTemplate = true;
  /** Source text of the last template, and a function that opens the same template in other languages. */
  #template: { readonly source: string; readonly openIn: OpenIn } | undefined;

  constructor(bench: Bench, tools: ProgramBenchTools) {
    this.#bench = bench;
    this.#tools = tools;
    this.#keeper = new DraftKeeper((sentence) => bench.say(sentence), {
      onKept: tools.onKept,
      onNamed: (title) => {
        if (!bench.state.project) bench.change({ program: { ...bench.state.program, title } });
      },
    });
    this.#draft = this.#keeper.open({ isFresh: this.isLinked });
  }

  /** This tab's ID among the tabs that store drafts. */
  async tabId(): Promise<string> {
    await this.#draft;
    return this.#keeper.drafts.id;
  }

  /** ID of the open program or project, which identifies its runs; '' until shortly after the page has loaded. */
  get programId(): string {
    return this.#tools.projects.id ?? this.#keeper.drafts.programId;
  }

  /**
   * Opens the link's program, otherwise the draft or project; if there is none, the current program stays. Responds
   * to links from then on.
   */
  async openFirst(): Promise<void> {
    window.addEventListener('hashchange', () => void this.#draft.then(() => this.openLink()));
    // The turn is taken before the first wait: a link, a file or an example that the user opens meanwhile wins.
    const isLatest = this.#bench.startOpening();
    const draft = await this.#draft;
    if (!this.isLinked || !(await this.openLink(isLatest))) {
      if (draft) this.#isTemplate = isStart(draft);
      if (draft) this.#show(draft);
      await this.#tools.projects.showAgain(isLatest);
    }
  }

  /**
   * Opens the program given in the page's URL; returns false if there is none, or if it cannot be read.
   * @param turn the turn that the caller has taken with `startOpening`, if any
   */
  async openLink(turn?: () => boolean): Promise<boolean> {
    if (!isShareFragment(location.hash)) return false;
    const isLatest = turn ?? this.#bench.startOpening();
    try {
      const linked = await maybeLinked(location.hash);
      if (!linked) return !isLatest();
      if (!isLatest()) return true;
      if (linked.project) this.#tools.projects.openLinked(linked);
      else this.open(linked.program);
      // From now on, the draft is used, because a reload must not replace later changes with the link's text.
      history.replaceState(null, '', location.pathname + location.search);
      return true;
    } catch (error) {
      if (isLatest()) this.#bench.say(messageOf(error));
      return !isLatest();
    }
  }

  /**
   * Opens an example or another template. The first change gives the program a name that no other draft uses.
   * @param openIn creates the same template in another language; if absent, switching languages keeps the text
   */
  openTemplate(program: Program, openIn?: OpenIn): void {
    this.open(program);
    this.#isTemplate = true;
    this.#template = openIn && { source: program.source, openIn };
  }

  /** Opens another program. The user's changes to the current program are saved among the drafts. */
  open(program: Program, programId?: string): void {
    this.#bench.startOpening();
    this.#isTemplate = false;
    const { project, program: left } = this.#bench.state;
    const leftId = this.#keeper.drafts.programId;
    const { projects } = this.#tools;
    const { id, isFailing } = projects;
    const fate = this.#keeper.begin(program, programId);
    this.#show(program);
    if (!project && !fate) return;
    const isLost = project ? isFailing : fate === 'lost';
    const undo = () => {
      if (!project) this.#goBack(left, leftId, isLost);
      else if (isLost || id === undefined) projects.open(project, project.current, left);
      else void projects.reopen(id);
    };
    this.#bench.say(isLost ? LOST : SAVED, { title: 'Undo', use: undo });
  }

  /** Opens the program that was replaced. */
  #goBack(program: Program, programId: string, isLost: boolean): void {
    const draft = this.listDrafts().find((kept) => kept.programId === programId);
    if (draft && !isLost) void this.openDraft(draft);
    else this.open(program);
    if (isLost) this.#keeper.keep(program);
  }

  /** Opens a program that is saved in this browser. An open project hides this tab's draft. */
  async openDraft(draft: Draft): Promise<void> {
    if (draft.id === this.openId) return;
    if (draft.id === this.#keeper.drafts.id) {
      this.closeProject();
      return;
    }
    const isLatest = this.#bench.startOpening();
    const programId = await this.#keeper.drafts.claim(draft);
    if (isLatest()) this.open(draft.program, programId);
  }

  /** Restores the program that the project replaced. The project's changes stay in the browser. */
  closeProject(): void {
    this.#bench.startOpening();
    const before = this.#tools.projects.close();
    if (before) this.#show(before);
  }

  /** ID of the open program or project among the saved work. */
  get openId(): string | undefined {
    return this.#bench.state.project ? this.#tools.projects.id : this.#keeper.drafts.id;
  }

  /** The programs saved in this browser, and the open program once the user has changed it. */
  listDrafts(): readonly Draft[] {
    this.#keeper.flush();
    const { openId } = this;
    return this.#keeper.drafts.list().filter(({ id, isChanged }) => isChanged || id !== openId);
  }

  /** Renames or removes work that is saved in this browser. */
  async changeKept({ kind, id, name }: KeptChange): Promise<void> {
    try {
      const { projects } = this.#tools;
      const { drafts } = this.#keeper;
      if (kind === 'draft' && name !== undefined) this.#keeper.rename(id, name);
      else if (kind === 'draft') {
        if (!(await drafts.discard(id)))
          this.#bench.say('This program is open, either here or in another tab.');
      } else if (name === undefined) await projects.remove(id);
      else await projects.rename(id, name);
    } catch (error) {
      const isFull = error instanceof DOMException;
      this.#bench.say(isFull ? `${nameStorageProblem(error)}: nothing was changed.` : messageOf(error));
    }
    this.#tools.onKept();
  }

  /** Saves the open program again after the storage was cleared. */
  keepAgain(): void {
    const { project, program } = this.#bench.state;
    this.#tools.projects.beginAnew(project);
    if (!project) this.#keeper.keep(program);
  }

  setSource(source: string): void {
    this.#change({ source });
  }

  setLanguage(language: Language): void {
    const { program, project } = this.#bench.state;
    const openIn = project ? undefined : this.#findTemplate(program);
    if (openIn && language !== program.language) {
      void this.#openIn(language, openIn);
      return;
    }
    this.#bench.parts?.editor.setLanguage(language);
    // Drops the flags, because each language has its own.
    this.#change({ language, flags: undefined });
  }

  /** Finds the template of an unchanged program, for all languages. */
  #findTemplate(program: Program): OpenIn | undefined {
    if (isStart(program)) return openStart;
    return this.#template?.source === program.source ? this.#template.openIn : undefined;
  }

  /** Opens a template in the given language, because the old text would be full of errors in that language. */
  async #openIn(language: Language, openIn: OpenIn): Promise<void> {
    const isLatest = this.#bench.startOpening();
    try {
      const { core } = this.#bench.state.program;
      const program = await openIn(language);
      if (isLatest()) this.openTemplate({ ...program, core }, openIn);
    } catch (error) {
      this.#bench.say(messageOf(error));
    }
  }

  setCore(core: string): void {
    this.#change({ core });
  }

  /** Adds or replaces input files. */
  addInputs(added: readonly InputFile[]): void {
    const paths = added.map(({ path }) => path);
    const { files } = this.#bench.state.program;
    this.#change({ files: [...files.filter(({ path }) => !paths.includes(path)), ...added] });
    const names = paths.length > 3 ? `${paths.length} more files` : paths.join(', ');
    this.#bench.say(`“Inputs” now contains ${names}: run the program again.`);
  }

  setInputs(changes: InputChange): void {
    this.#change(changes);
  }

  /** Sets the seed for later runs, and shows a message that says where to remove it. */
  readonly setSeed = (seed: string): void => {
    this.#change({ settings: { ...this.#bench.state.program.settings, seed } });
    this.#bench.say(`The next runs use the seed ${seed}, which is shown in “Inputs”.`);
  };

  #show(program: Program): void {
    const { state, parts, change } = this.#bench;
    if (state.project) this.#tools.projects.end();
    parts?.editor.open(program.source, program.language);
    change({
      program,
      project: undefined,
      ...(isRunning(state.run) ? {} : { run: IDLE }),
      outputFiles: [],
      ...(state.coreRuns?.isBusy ? {} : { coreRuns: undefined }),
    });
    this.#tools.onReplaced();
    if (!isRunning(state.run)) parts?.console.clear();
  }

  #change(changes: Partial<Program>): void {
    const { state, change } = this.#bench;
    const { title: given } = state.program;
    const isFirst = this.#isTemplate && !state.project && changes.source !== undefined;
    const title = isFirst ? this.#keeper.nameOwn(given) : given;
    if (isFirst) this.#isTemplate = false;
    const program = { ...state.program, title, ...changes };
    if (state.project && changes.source !== undefined)
      this.#tools.projects.setText(state.project, changes.source);
    else if (state.project) this.#tools.projects.setInputs(program);
    change({ program });
    // The link in the URL contains the program as it was before this change.
    if (isShareFragment(location.hash)) history.replaceState(null, '', location.pathname + location.search);
    if (!state.project) this.#keeper.keep(program);
  }
}
