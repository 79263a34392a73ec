// The right side: state of the run, output, messages, records, and the shown value.
import { html, nothing, type TemplateResult } from 'lit';
import { until } from 'lit/directives/until.js';
import { messageOf } from '../../../errors/message-of.ts';
import type { ChosenValue } from '../../console/haze-console.ts';
import type { MenuItem } from '../../layout/haze-menu.ts';
import { LAYOUT_RANGES } from '../../layout/page-layout.ts';
import { renderTabs } from '../../layout/tabs.ts';
import type { Place } from '../../problems/haze-problems.ts';
import { describePhase } from '../../run/describe-run.ts';
import { hasExited } from '../../run/run-state.ts';
import type { FixIt } from '../../service/service-records.ts';
import type { ViewedValue } from '../../value/viewed-value.ts';
import { findFile } from '../bench/build-messages.ts';
import { isComparing } from '../bench/compare-bench.ts';
import type { Workbench } from '../bench/workbench.ts';
import { LatePart, loadPart } from '../page/load-part.ts';
import { OUTPUT_TABS, renderOutputFiles, renderRecords, renderRunLine } from '../page/output-pane.ts';
import type { PageState } from '../page/page-state.ts';
import { isStale } from '../page/result-origin.ts';
import type { TakenPart } from '../take/save-run.ts';
import { renderBeforeRun } from './before-run.ts';
import { renderCores } from './cores-pane.ts';
import { renderRuns } from './runs-pane.ts';

const COMPARED = new LatePart('The comparison', () => import('../../compare/render-comparison.ts'));
const QUESTION = new LatePart('What is said of a spread', () => import('./uncertainty-pane.ts'));

export interface ResultPane {
  readonly takeTour: () => void;
  readonly compare: () => void;
  /** Opens the question for a value, or for the first value. */
  readonly askUncertainty: (value?: ChosenValue) => void;
  readonly viewValue: (value: ChosenValue) => void;
  readonly viewPair: (values: readonly ViewedValue[]) => void;
  readonly goTo: (place: Place) => void;
  readonly applyFix: (fix: readonly FixIt[]) => void;
  readonly renderViewer: () => TemplateResult | typeof nothing;
}

export function renderResultPane(state: PageState, bench: Workbench, pane: ResultPane): TemplateResult {
  const { run, tab, download, origin } = state;
  const isOld = isStale(state);
  const panel = (name: PageState['tab'], content: unknown) =>
    html`<div class="panel" role="tabpanel" id="panel-${name}" aria-labelledby="tab-${name}" ?hidden=${tab !== name}>
      ${content}
    </div>`;
  return html`<section class="result ${isOld ? 'stale' : ''}" aria-label="Result" data-tab=${tab}>
    ${renderRunLine(run, { download, origin, isStale: isOld })}
    ${renderTabs({
      label: 'What the run has to say',
      titles: OUTPUT_TABS,
      chosen: tab,
      counts: { requests: bench.service.log.exchanges.length },
      choose: (name) => bench.change({ tab: name }),
    })}
    ${panel('output', renderOutput(state, bench, pane))}
    ${panel('cores', tab === 'cores' ? renderCores(state, (cores) => void bench.cores.run(cores)) : nothing)}
    ${panel('runs', tab === 'runs' ? renderRuns(state, bench.service, bench.programs.programId, pane.viewPair, { seed: bench.programs.setSeed, source: (earlier) => void import('../bench/bring-back.ts').then(({ bringBack }) => bringBack(bench, earlier)) }) : nothing)}
    ${panel('log', html`<pre class="mono log" tabindex="0">${run.log || 'What the compilers say will be here after the first run.'}</pre>`)}
    ${panel('records', renderRecords(run))}
    ${panel(
      'requests',
      tab === 'requests'
        ? html`${until(loadRequestPanel(), nothing)}<haze-request-panel
            .service=${bench.service}
            .base=${state.connection?.base ?? ''}
          ></haze-request-panel>`
        : nothing,
    )}
    ${renderSight(state, bench, pane)}
  </section>`;
}

/** Renders a value, the sources of its spread, or both one below the other, beside the output. */
function renderSight(state: PageState, bench: Workbench, pane: ResultPane): TemplateResult | typeof nothing {
  const { viewed, asked, layout } = state;
  if (viewed.length === 0 && !asked) return nothing;
  return html`<haze-divider
      row
      label="Height of the output above the value"
      .percent=${layout.output}
      .range=${LAYOUT_RANGES.output}
      @haze-divide=${(event: CustomEvent<number | undefined>) => bench.arrange({ output: event.detail })}
    ></haze-divider>
    <div class="sight">${pane.renderViewer()} ${renderQuestion(state, bench, pane)}</div>`;
}

function renderOutput(state: PageState, bench: Workbench, pane: ResultPane): TemplateResult {
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
    ${renderOutputFiles(outputFiles, (path) => void bench.runs.saveOutputFile(path))}`;
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

/** Lists the downloads of a run. Their code is lazy-loaded with the first download. */
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

/** Lazy-loads the panel; a failure shows a message instead. */
function loadRequestPanel(): Promise<unknown> {
  return loadPart('The requests', () => import('./haze-request-panel.ts'));
}

function renderQuestion({ asked }: PageState, bench: Workbench, { goTo }: ResultPane): unknown {
  if (!asked) return nothing;
  return QUESTION.render(({ renderAsked }) =>
    renderAsked(asked, { close: () => bench.uncertainty.close(), goTo }),
  );
}
