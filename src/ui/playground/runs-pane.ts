// The place of <haze-runs> in the page. Its code comes when it is looked at first.
import { html, nothing, type TemplateResult } from 'lit';
import { until } from 'lit/directives/until.js';
import type { ViewedValue } from '../value/viewed-value.ts';
import type { PageService } from './page-service.ts';
import type { PageState } from './page-state.ts';

async function load(): Promise<TemplateResult | typeof nothing> {
  try {
    const { defineHazeRuns } = await import('../runs/haze-runs.ts');
    defineHazeRuns();
    return nothing;
  } catch {
    return html`<p role="alert">The list could not be loaded. Reload the page; your program is kept.</p>`;
  }
}

/** @param view lays values over each other */
export function renderRuns(
  { run, cores }: PageState,
  service: PageService,
  view: (values: readonly ViewedValue[]) => void,
): TemplateResult {
  const latest = run.phase === 'ended' ? (run.task?.TaskID ?? '') : '';
  return html`${until(load(), nothing)}
    <haze-runs
      .service=${service}
      .cores=${cores}
      .latest=${latest}
      @haze-view-pair=${(event: CustomEvent<readonly ViewedValue[]>) => view(event.detail)}
    ></haze-runs>`;
}
