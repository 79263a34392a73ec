// Parts of the result: the line with the run's state and figures, the run's records, and the program's files.
import { html, nothing, type TemplateResult } from 'lit';
import { type DownloadProgress, describePhase, listFigures } from '../../run/describe-run.ts';
import { formatClock, UNKNOWN } from '../../run/format-figures.ts';
import type { OutputFile } from '../../run/input-folder.ts';
import { isRunning, type RunState } from '../../run/run-state.ts';
import { tellSeed } from '../../runs/tell-seed.ts';
import type { ResultOrigin } from './result-origin.ts';

export interface RunLineFacts {
  readonly download: DownloadProgress | undefined;
  readonly origin: ResultOrigin | undefined;
  /** True if the page's program has changed since the run. */
  readonly isStale: boolean;
}

/**
 * Renders the line with the run's state, which expands to show figures. The line's height stays constant from the start
 * of the run to its success.
 */
export function renderRunLine(state: RunState, { download, origin, isStale }: RunLineFacts): TemplateResult {
  const kind = state.phase === 'ended' ? (state.outcome ?? 'failed') : state.phase;
  const isBusy = isRunning(state);
  const isDownloading =
    isBusy && download && download.doneBytes < download.totalBytes && state.phase === 'building';
  const progress = isDownloading
    ? html`<progress aria-label="Download" max=${download.totalBytes} value=${download.doneBytes}></progress>`
    : isBusy
      ? html`<div role="progressbar" aria-label="In progress"></div>`
      : nothing;
  return html`<div class="run-line ${kind} ${isStale ? 'stale' : ''}" data-outcome=${state.outcome ?? nothing}>
    <details>
      <summary>
        <span class="dot" aria-hidden="true"></span><span class="phase">${describePhase(state, download)}</span>
        ${state.phase === 'ended' && origin ? html`<span class="of">${origin.coreName}</span>` : nothing}
        ${isStale ? html`<span class="before">before your changes</span>` : nothing}
        <span class="clock">${isBusy ? formatClock(performance.now() - state.startedMs) : nothing}</span>
      </summary>
      ${renderFigures(state, origin)}
    </details>
    <div class="bar ${isBusy && !isDownloading ? 'busy' : ''}">${progress}</div>
  </div>`;
}

function renderFigures(state: RunState, origin: ResultOrigin | undefined): TemplateResult {
  if (state.phase === 'idle') return html`<p class="muted">Times and sizes will appear here after a run.</p>`;
  const { task } = state;
  const facts = [
    ['Core', origin?.coreName ?? UNKNOWN],
    ['Seed', task ? tellSeed(task) : UNKNOWN],
    ['Started', origin?.date.toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' }) ?? UNKNOWN],
  ] as const;
  return html`<dl class="figures">
    ${[...listFigures(state), ...facts].map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
  </dl>`;
}

/** Renders the records of the build and the task as the service returns them. */
export function renderRecords({ build, task }: RunState): TemplateResult {
  if (!build)
    return html`<p class="empty">The records of the build and the task will appear here after the first run.</p>`;
  return html`${[build, task].map((record) =>
    record ? html`<pre class="mono" tabindex="0">${JSON.stringify(record, null, 2)}</pre>` : nothing,
  )}`;
}

/** Renders the files that the program has created, with download buttons. */
export function renderOutputFiles(
  files: readonly OutputFile[],
  save: (path: string) => void,
): TemplateResult | typeof nothing {
  if (files.length === 0) return nothing;
  return html`<ul class="output-files" aria-label="Files of the program">
    ${files.map(
      ({ path, size }) => html`<li>
        <button type="button" class="quiet" @click=${() => save(path)}>Save ${path} (${size} bytes)</button>
      </li>`,
    )}
  </ul>`;
}
