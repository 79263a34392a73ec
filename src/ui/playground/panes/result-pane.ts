// The right-hand side: the run's state, the result tabs, and the value shown.
import { html, nothing, type TemplateResult } from 'lit';
import { LAYOUT_RANGES } from '../../layout/page-layout.ts';
import type { Workbench } from '../bench/workbench.ts';
import { LatePart } from '../page/load-part.ts';
import { renderRunLine } from '../page/output-pane.ts';
import type { PageState } from '../page/page-state.ts';
import { isStale } from '../page/result-origin.ts';
import type { ResultPane } from './output-panel.ts';
import { renderResultTabs } from './result-tabs.ts';

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
