// Result tabs. Each tab has an entry with a title and a panel; code for a tab without a panel does not compile.
import { html, nothing, type TemplateResult } from 'lit';
import { findCore } from '../../cores/core-meaning.ts';
import { LAYOUT_RANGES } from '../../layout/page-layout.ts';
import { renderTabs } from '../../layout/tabs.ts';
import { isRunning } from '../../run/run-state.ts';
import type { EarlierSource } from '../../runs/haze-runs.ts';
import type { Core } from '../../service/service-records.ts';
import type { ViewedValue } from '../../value/viewed-value.ts';
import { isComparing } from '../bench/compare-bench.ts';
import type { Workbench } from '../bench/workbench.ts';
import type { OutputTab } from '../page/kept-place.ts';
import { LatePart, loadPart } from '../page/load-part.ts';
import { renderRecords, renderRunLine } from '../page/output-pane.ts';
import type { PageState } from '../page/page-state.ts';
import { areStale, isStale } from '../page/result-origin.ts';
import { type ResultPane, renderOutput } from './output-panel.ts';

interface ResultTab {
  readonly title: string;
  readonly render: (state: PageState, bench: Workbench, pane: ResultPane) => unknown;
  /**
   * True for a panel that preserves its contents while another tab is selected; other panels render when selected.
   */
  readonly isKept?: boolean;
  /** Number shown on the tab. */
  readonly count?: (bench: Workbench) => number;
}

/** The tabs in display order. */
const RESULT_TABS: Readonly<Record<OutputTab, ResultTab>> = {
  output: { title: 'Output', isKept: true, render: renderOutput },
  runs: { title: 'Runs', render: renderRuns },
  cores: { title: 'Cores', render: renderCores },
  log: {
    title: 'Build log',
    isKept: true,
    render: ({ run }) =>
      html`<pre class="mono log" tabindex="0">${run.log || 'Compiler messages will appear here after the first run.'}</pre>`,
  },
  records: { title: 'Records', isKept: true, render: ({ run }) => renderRecords(run) },
  requests: {
    title: 'Requests',
    count: (bench) => bench.service.log.exchanges.length,
    render: (state, bench) =>
      html`${loadPart('The requests', () => import('./haze-request-panel.ts'))}<haze-request-panel
          .service=${bench.service}
          .base=${state.connection?.base ?? ''}
        ></haze-request-panel>`,
  },
};

function renderRuns({ run, cores }: PageState, bench: Workbench, { viewPair }: ResultPane): TemplateResult {
  const { service, programs } = bench;
  const latest = run.phase === 'ended' ? (run.task?.TaskID ?? '') : '';
  const bringBack = ({ detail }: CustomEvent<EarlierSource>) =>
    void import('../bench/bring-back.ts').then((restoring) => restoring.bringBack(bench, detail));
  return html`${loadPart('The list', () => import('../../runs/haze-runs.ts'))}
    <haze-runs
      .service=${service}
      .program=${programs.programId}
      .cores=${cores}
      .latest=${latest}
      @haze-take-seed=${(event: CustomEvent<string>) => programs.setSeed(event.detail)}
      @haze-bring-back=${bringBack}
      @haze-view-pair=${(event: CustomEvent<readonly ViewedValue[]>) => viewPair(event.detail)}
    ></haze-runs>`;
}

function renderCores(state: PageState, bench: Workbench): TemplateResult {
  const { cores, program, run, comparison, coreRuns } = state;
  const isBlocked = isRunning(run) || isComparing(comparison) || (coreRuns?.isBusy ?? false);
  return html`${loadPart('The table', () => import('../../cores/haze-core-table.ts'))}
    <haze-core-table
      .cores=${cores}
      .own=${findCore(cores, program.core)}
      .runs=${coreRuns}
      .isStale=${areStale(state)}
      .isBlocked=${isBlocked}
      @haze-run-cores=${async ({ detail }: CustomEvent<readonly Core[]>) => (await bench.cores.load())?.run(detail)}
    ></haze-core-table>`;
}

const ROWS = Object.entries(RESULT_TABS) as [OutputTab, ResultTab][];

/** Renders the tabs and their panels. */
function renderResultTabs(state: PageState, bench: Workbench, pane: ResultPane): TemplateResult {
  const { tab } = state;
  const counts = ROWS.flatMap(([name, { count }]) => (count ? [[name, count(bench)] as const] : []));
  return html`${renderTabs({
    label: 'Parts of the result',
    titles: ROWS.map(([name, { title }]) => [name, title] as const),
    chosen: tab,
    counts: Object.fromEntries(counts),
    choose: (name) => bench.change({ tab: name }),
  })}
  ${ROWS.map(
    ([name, { render, isKept }]) => html`<div
      class="panel"
      role="tabpanel"
      id="panel-${name}"
      aria-labelledby="tab-${name}"
      ?hidden=${tab !== name}
    >
      ${isKept || tab === name ? render(state, bench, pane) : nothing}
    </div>`,
  )}`;
}

const QUESTION = new LatePart('The uncertainty budget', () => import('./uncertainty-pane.ts'));

export function renderResultPane(state: PageState, bench: Workbench, pane: ResultPane): TemplateResult {
  const { run, tab, download, origin } = state;
  const isOld = isStale(state);
  return html`<section class="result ${isOld ? 'stale' : ''}" aria-label="Result" data-tab=${tab}>
    ${renderRunLine(run, { download, origin, isStale: isOld })}
    ${renderResultTabs(state, bench, pane)}
    ${renderSight(state, bench, pane)}
  </section>`;
}

/** Renders a value, the sources of its spread, or both, stacked vertically, next to the output. */
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

function renderQuestion({ asked }: PageState, bench: Workbench, { goTo }: ResultPane): unknown {
  if (!asked) return nothing;
  return QUESTION.render(({ renderAsked }) =>
    renderAsked(asked, { close: () => bench.uncertainty.close(), goTo }),
  );
}
