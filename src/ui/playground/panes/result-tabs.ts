// Result tabs: each tab has an entry with title and panel, so that a tab without a panel does not compile.
import { html, nothing, type TemplateResult } from 'lit';
import { until } from 'lit/directives/until.js';
import { renderTabs } from '../../layout/tabs.ts';
import type { Workbench } from '../bench/workbench.ts';
import type { OutputTab } from '../page/kept-place.ts';
import { loadPart } from '../page/load-part.ts';
import { renderRecords } from '../page/output-pane.ts';
import type { PageState } from '../page/page-state.ts';
import { renderCores } from './cores-pane.ts';
import { type ResultPane, renderOutput } from './output-panel.ts';
import { renderRuns } from './runs-pane.ts';

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
  runs: {
    title: 'Runs',
    render: (state, bench, pane) =>
      renderRuns(state, bench.service, bench.programs.programId, pane.viewPair, {
        seed: bench.programs.setSeed,
        source: (earlier) =>
          void import('../bench/bring-back.ts').then(({ bringBack }) => bringBack(bench, earlier)),
      }),
  },
  cores: {
    title: 'Cores',
    render: (state, bench) =>
      renderCores(state, (cores) => void bench.cores.open().then((part) => part?.run(cores))),
  },
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
      html`${until(loadRequestPanel(), nothing)}<haze-request-panel
          .service=${bench.service}
          .base=${state.connection?.base ?? ''}
        ></haze-request-panel>`,
  },
};

const ROWS = Object.entries(RESULT_TABS) as [OutputTab, ResultTab][];

/** Renders the tabs and their panels. */
export function renderResultTabs(state: PageState, bench: Workbench, pane: ResultPane): TemplateResult {
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

/** Lazy-loads the panel; a failure shows a message instead. */
function loadRequestPanel(): Promise<unknown> {
  return loadPart('The requests', () => import('./haze-request-panel.ts'));
}
