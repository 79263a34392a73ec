// Pane of <haze-core-table>, lazy-loaded when first shown.
import { html, nothing, type TemplateResult } from 'lit';
import { until } from 'lit/directives/until.js';
import { findCore } from '../../cores/core-meaning.ts';
import { isRunning } from '../../run/run-state.ts';
import type { Core } from '../../service/service-records.ts';
import { isComparing } from '../bench/compare-bench.ts';
import { loadPart } from '../page/load-part.ts';
import type { PageState } from '../page/page-state.ts';
import { areStale } from '../page/result-origin.ts';

function load(): Promise<unknown> {
  return loadPart('The table', async () =>
    (await import('../../cores/haze-core-table.ts')).defineHazeCoreTable(),
  );
}

/** @param run runs the program on these cores */
export function renderCores(state: PageState, run: (cores: readonly Core[]) => void): TemplateResult {
  const { cores, program, run: last, comparison, coreRuns } = state;
  const isBlocked = isRunning(last) || isComparing(comparison) || (coreRuns?.isBusy ?? false);
  return html`${until(load(), nothing)}
    <haze-core-table
      .cores=${cores}
      .own=${findCore(cores, program.core)}
      .runs=${coreRuns}
      .isStale=${areStale(state)}
      .isBlocked=${isBlocked}
      @haze-run-cores=${(event: CustomEvent<readonly Core[]>) => run(event.detail)}
    ></haze-core-table>`;
}
