// The left-hand side: the program in its editor, its inputs, a project's files, and the build.
import { html, nothing, type TemplateResult } from 'lit';
import { explainCore, findCore } from '../../cores/core-meaning.ts';
import type { RunSettings } from '../../draft/run-settings.ts';
import { LAYOUT_RANGES } from '../../layout/page-layout.ts';
import { renderTabs } from '../../layout/tabs.ts';
import type { Place } from '../../problems/haze-problems.ts';
import type { FileAction } from '../../project/haze-file-actions.ts';
import type { NamedRepository } from '../../project/haze-project.ts';
import type { Project } from '../../project/project.ts';
import type { NewCore } from '../../service/service-records.ts';
import type { ViewedValue } from '../../value/viewed-value.ts';
import type { Workbench } from '../bench/workbench.ts';
import type { InputChange } from '../dialogs/haze-program-inputs.ts';
import { forgetLinkedRepository } from '../links/repository-link.ts';
import type { WriteTab } from '../page/kept-place.ts';
import { loadPart } from '../page/load-part.ts';
import type { PageState } from '../page/page-state.ts';
import { isStale } from '../page/result-origin.ts';
import { renderEditorTools } from './editor-tools.ts';

const WRITE_TABS: readonly (readonly [WriteTab, string])[] = [
  ['program', 'Program'],
  ['inputs', 'Inputs'],
  ['files', 'Files'],
  ['build', 'Build'],
];

const NO_SETTINGS: RunSettings = {};

export interface WritePane {
  /** ID of the hint about keyboard shortcuts. */
  readonly hintId: string;
  readonly openFunctions: () => void;
  readonly viewValue: (value: ViewedValue) => void;
  readonly goTo: (place: Place) => void;
}

export function renderWritePane(state: PageState, bench: Workbench, pane: WritePane): TemplateResult {
  const { program, project, writeTab, layout } = state;
  const panel = (name: WriteTab, content: TemplateResult) =>
    html`<div class="write-panel" role="tabpanel" id="panel-${name}" aria-labelledby="tab-${name}" ?hidden=${writeTab !== name}>
      ${content}
    </div>`;
  const { arguments: words, stdin, files, settings = NO_SETTINGS } = program;
  const counts = {
    inputs: Number(words.trim() !== '') + Number(stdin !== '') + files.length + Object.keys(settings).length,
    files: project?.files.size ?? 0,
  };
  // Hidden panels lazy-load their code when they are first shown.
  if (writeTab === 'inputs' || counts.inputs > 0) {
    void import('../dialogs/haze-program-inputs.ts');
    void import('../dialogs/haze-run-settings.ts');
  }
  // The files are shown beside the editor if there is enough space for both.
  const isBeside = project !== undefined && writeTab === 'program';
  return html`<section class="write" aria-label="Program">
    ${renderTabs({
      label: 'Parts of the program',
      titles: WRITE_TABS,
      chosen: writeTab,
      counts,
      choose: (name) => bench.change({ writeTab: name }),
    })}
    ${project || writeTab !== 'program' ? loadPart('This part', () => import('./write-panels.ts')) : nothing}
    <div class="write-panels ${isBeside ? 'with-project' : ''}" style="--files: ${layout.files}">
      <div
        class="write-panel files"
        role="tabpanel"
        id="panel-files"
        aria-labelledby="tab-files"
        ?hidden=${!isBeside && writeTab !== 'files'}
      >
        ${renderFiles(state, bench, pane)}
      </div>
      ${
        isBeside
          ? html`<haze-divider
              class="beside"
              label="Width of the list of files"
              .percent=${layout.files}
              .range=${LAYOUT_RANGES.files}
              @haze-divide=${(event: CustomEvent<number | undefined>) => bench.arrange({ files: event.detail })}
            ></haze-divider>`
          : nothing
      }
      <div class="write-panel" role="tabpanel" id="panel-program" aria-labelledby="tab-program" ?hidden=${writeTab !== 'program'}>
        ${renderEditorTools(program.language, pane.hintId, {
          openFunctions: pane.openFunctions,
          format: () => void bench.writing.format(),
          layout,
          arrange: (changes) => bench.arrange(changes),
          setMargin: (hasMargin) => bench.setMargin(hasMargin),
        })}
        <div
          class="editor ${isStale(state) ? 'stale' : ''}"
          @haze-value=${(event: CustomEvent<ViewedValue>) => pane.viewValue(event.detail)}
          style="--editor-letters: ${layout.letters / 100}"
        ></div>
      </div>
      ${panel(
        'inputs',
        html`<haze-program-inputs
          .program=${program}
          @haze-inputs=${(event: CustomEvent<InputChange>) => bench.programs.setInputs(event.detail)}
        ></haze-program-inputs>
        <haze-run-settings
          .settings=${settings}
          .core=${findCore(state.cores, program.core)}
          @haze-settings=${(event: CustomEvent<RunSettings>) => bench.programs.setInputs({ settings: event.detail })}
        ></haze-run-settings>`,
      )}
      ${panel('build', renderBuild(state, bench))}
    </div>
    <div class="printed"></div>
  </section>`;
}

function renderFiles({ connection, project, writeTab }: PageState, bench: Workbench, pane: WritePane) {
  if (project || writeTab === 'files') void import('../../project/haze-project.ts');
  return html`<haze-project
      .connection=${connection}
      .project=${project}
      .name=${project?.name ?? ''}
      .currentPath=${project?.current ?? ''}
      .startOpening=${bench.startOpening}
      @haze-project-open=${(event: CustomEvent<{ project: Project; path: string }>) => {
        forgetLinkedRepository();
        bench.projects.open(event.detail.project, event.detail.path);
        bench.change({ writeTab: 'program' });
        void import('../open/project-core.ts').then(({ chooseProjectCore }) => chooseProjectCore(bench));
      }}
      @haze-copy-badge=${(event: CustomEvent<NamedRepository>) =>
        void import('../links/write-badge.ts').then(({ copyBadge }) => copyBadge(event.detail, bench.say))}
      @haze-project-file=${(event: CustomEvent<string>) => {
        bench.projects.openFile(event.detail);
        bench.change({ writeTab: 'program' });
      }}
      @haze-file-action=${(event: CustomEvent<FileAction>) => changeFiles(event.detail, bench)}
      @haze-project-close=${() => bench.programs.closeProject()}
    ></haze-project>
    ${project && writeTab === 'files' ? renderFind(project, pane) : nothing}`;
}

function changeFiles({ kind, path, refuse }: FileAction, { projects }: Workbench): void {
  const problem =
    kind === 'new'
      ? projects.newFile(path)
      : kind === 'rename'
        ? projects.renameFile(path)
        : projects.removeFile();
  if (problem !== undefined) refuse(problem);
}

function renderFind(project: Project, { goTo }: WritePane) {
  void import('../../project/haze-find.ts');
  return html`<haze-find
    .project=${project}
    @haze-go-to=${(event: CustomEvent<Place>) => goTo(event.detail)}
  ></haze-find>`;
}

function renderBuild({ program, cores, connection, writeTab }: PageState, bench: Workbench): TemplateResult {
  const core = findCore(cores, program.core);
  if (writeTab === 'build') {
    void import('../dialogs/haze-core-form.ts');
    void import('../../toolchains/haze-toolchain-picker.ts');
  }
  return html`<p class="core-facts">${core ? html`Runs on <b>${core.Name}</b>. ${explainCore(core)}` : nothing}</p>
    <haze-core-form
      @haze-make-core=${(event: CustomEvent<NewCore>) => void bench.makeCore(event.detail)}
    ></haze-core-form>
    <h2 class="small-heading">Compiler</h2>
    <haze-toolchain-picker class="compiler" .connection=${connection}></haze-toolchain-picker>`;
}
