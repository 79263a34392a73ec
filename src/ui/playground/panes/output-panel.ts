// The output panel: tools, messages, console, comparison, and the program's files.
import { html, nothing, type TemplateResult } from 'lit';
import { messageOf } from '../../../errors/message-of.ts';
import type { ChosenValue } from '../../console/haze-console.ts';
import type { MenuItem } from '../../layout/haze-menu.ts';
import type { Place } from '../../problems/haze-problems.ts';
import { describePhase } from '../../run/describe-run.ts';
import { hasExited } from '../../run/run-state.ts';
import type { FixIt } from '../../service/service-records.ts';
import type { ViewedValue } from '../../value/viewed-value.ts';
import { findFile } from '../bench/build-messages.ts';
import { isComparing } from '../bench/compare-bench.ts';
import type { Workbench } from '../bench/workbench.ts';
import { LatePart } from '../page/load-part.ts';
import { renderOutputFiles } from '../page/output-pane.ts';
import type { PageState } from '../page/page-state.ts';
import type { TakenPart } from '../take/save-run.ts';

const COMPARED = new LatePart('The comparison', () => import('../../compare/render-comparison.ts'));

export interface ResultPane {
  readonly takeTour: () => void;
  readonly compare: () => void;
  /** Opens the question about this value, by default the value in the viewer, or else the first value. */
  readonly askUncertainty: (value?: ChosenValue) => void;
  readonly viewValue: (value: ChosenValue) => void;
  readonly viewPair: (values: readonly ViewedValue[]) => void;
  readonly goTo: (place: Place) => void;
  readonly applyFix: (fix: readonly FixIt[]) => void;
  readonly renderViewer: () => TemplateResult | typeof nothing;
}

export function renderOutput(state: PageState, bench: Workbench, pane: ResultPane): TemplateResult {
  const { run, outputFiles, project } = state;
  if (run.diagnostics.length > 0) void import('../../problems/haze-problems.ts');
  return html`${renderTools(state, bench, pane)}
    <haze-problems
      .diagnostics=${run.diagnostics}
      .findFile=${project && ((file: string | undefined) => findFile(project, file))}
      @haze-go-to=${(event: CustomEvent<Place>) => pane.goTo(event.detail)}
      @haze-apply-fix=${(event: CustomEvent<readonly FixIt[]>) => pane.applyFix(event.detail)}
    ></haze-problems>
    ${run.phase === 'idle' ? renderBeforeRun(state.isRecorded, pane.takeTour) : nothing}
    <haze-console
      class="mono"
      @haze-value=${(event: CustomEvent<ChosenValue>) => pane.viewValue(event.detail)}
    ></haze-console>
    ${renderCompared(state, pane)}
    ${renderOutputFiles(
      outputFiles,
      (path) =>
        void bench.runs
          .saveOutputFile(path)
          .catch((error: unknown) => bench.say(`${path}: ${messageOf(error)}`)),
    )}`;
}

function renderTools(
  { run, isRaw, comparison }: PageState,
  bench: Workbench,
  pane: ResultPane,
): TemplateResult {
  const isOver = hasExited(run);
  return html`<div class="output-tools">
    <label class="check">
      <input
        type="checkbox"
        .checked=${isRaw}
        @change=${(event: Event) => bench.setRaw((event.target as HTMLInputElement).checked)}
      />
      Raw output
    </label>
    <button
      type="button"
      class="quiet"
      ?disabled=${!isOver}
      aria-disabled=${isComparing(comparison) ? 'true' : nothing}
      @click=${pane.compare}
    >
      Compare with Reference
    </button>
    <button type="button" class="quiet" ?disabled=${!isOver} @click=${() => pane.askUncertainty()}>
      What makes it uncertain?
    </button>
    <haze-menu align="end" label="Save" icon="save" ?disabled=${!run.task} .items=${listSaves(bench)}></haze-menu>
  </div>`;
}

/** Lists the downloads available for a run. The code of the downloads is lazy-loaded on the first download. */
function listSaves(bench: Workbench): readonly MenuItem[] {
  const item = (title: string, take: () => Promise<void>): MenuItem => ({
    title,
    choose: () => void take().catch((error: unknown) => bench.say(messageOf(error))),
  });
  const save = (title: string, part: TakenPart) =>
    item(title, async () => (await import('../take/save-run.ts')).saveRun(bench, part, bench.runs.last));
  return [
    save('Output as printed', 'output'),
    save('All values as CSV', 'csv'),
    save('All values as JSON', 'json'),
    item('Standalone page (.html)…', async () =>
      (await import('../take/show-live-page.ts')).showLivePage(bench, bench.runs.last),
    ),
    item('Module (.wasm) and its sizes…', async () =>
      (await import('../take/show-module.ts')).showModule(bench, bench.runs.last),
    ),
  ];
}

function renderCompared({ comparison }: PageState, pane: ResultPane): TemplateResult | typeof nothing {
  if (!comparison) return nothing;
  if ('phase' in comparison) {
    return html`<p class="muted">On the Reference core: ${describePhase(comparison, undefined)}</p>`;
  }
  const show = ({ renderComparison }: typeof import('../../compare/render-comparison.ts')) =>
    renderComparison(comparison, ({ pair }) => pane.viewPair(pair));
  return html`${COMPARED.render(show)}`;
}

/** @param isRecorded true if the console shows a result that was recorded when the site was built */
function renderBeforeRun(isRecorded: boolean, takeTour: () => void): TemplateResult {
  // The text may change once the recorded result is known, but the button must not move.
  return html`<div class="empty before-run">
    <span>${
      isRecorded
        ? 'Recorded when this page was built; Run produces the same values. Press a value to see its distribution.'
        : 'Press Run: every number that the program prints will appear here, with its distribution.'
    }</span>
    <button type="button" class="quiet" @click=${takeTour}>Take the tour</button>
  </div>`;
}
