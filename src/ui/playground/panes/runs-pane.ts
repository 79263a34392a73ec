// Pane of <haze-runs>, lazy-loaded when first shown.
import { html, nothing, type TemplateResult } from 'lit';
import { until } from 'lit/directives/until.js';
import type { EarlierSource } from '../../runs/haze-runs.ts';
import type { ViewedValue } from '../../value/viewed-value.ts';
import { loadPart } from '../page/load-part.ts';
import type { PageService } from '../page/page-service.ts';
import type { PageState } from '../page/page-state.ts';

function load(): Promise<unknown> {
  return loadPart('The list', async () => (await import('../../runs/haze-runs.ts')).defineHazeRuns());
}

/**
 * @param program ID of the open program
 * @param view shows values together
 * @param take sets the seed of later runs, or puts a run's source into the editor
 */
export function renderRuns(
  { run, cores }: PageState,
  service: PageService,
  program: string,
  view: (values: readonly ViewedValue[]) => void,
  take: { readonly seed: (seed: string) => void; readonly source: (earlier: EarlierSource) => void },
): TemplateResult {
  const latest = run.phase === 'ended' ? (run.task?.TaskID ?? '') : '';
  return html`${until(load(), nothing)}
    <haze-runs
      .service=${service}
      .program=${program}
      .cores=${cores}
      .latest=${latest}
      @haze-take-seed=${(event: CustomEvent<string>) => take.seed(event.detail)}
      @haze-bring-back=${(event: CustomEvent<EarlierSource>) => take.source(event.detail)}
      @haze-view-pair=${(event: CustomEvent<readonly ViewedValue[]>) => view(event.detail)}
    ></haze-runs>`;
}
