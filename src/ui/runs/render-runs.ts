// Two runs side by side: differing inputs, values, and changes in source and output.
import { html, nothing, type TemplateResult } from 'lit';
import type { ViewedValue } from '../value/viewed-value.ts';
import type { ValueRow } from './compare-runs.ts';
import { describeChanges, type TextChange } from './text-changes.ts';

export interface ComparedRuns {
  /** Names of the two runs, with the earlier run first. */
  readonly names: readonly [string, string];
  readonly differences: readonly { readonly name: string; readonly before: string; readonly after: string }[];
  readonly rows: readonly ValueRow[];
  /** Changes in the source; undefined if the sources have nothing in common; a sentence if there are no sources. */
  readonly source: TextChange | string | undefined;
  readonly output: TextChange | undefined;
}

/** Maximum number of values listed. */
const MOST_ROWS = 200;
/** Maximum number of changed lines shown. */
const MOST_LINES = 2000;

/** Renders the comparison; a value's button shows both values, the earlier one dashed. */
export function renderComparedRuns(
  { names, differences, rows, source, output }: ComparedRuns,
  view: (pair: readonly ViewedValue[]) => void,
): TemplateResult {
  return html`<section class="comparison compared-runs" aria-label="${names[0]} and ${names[1]}">
    ${differences.length === 0 ? html`<p>The same core, arguments, input and settings; files are not compared.</p>` : renderTable(['', ...names], differences)}
    ${
      rows.length === 0
        ? html`<p>Neither run printed a value with a distribution.</p>`
        : html`<div class="comparison-table" tabindex="0" role="region" aria-label="Values of the two runs">
            <table>
              <thead>
                <tr>${['Value', ...names, 'Difference'].map((name) => html`<th scope="col">${name}</th>`)}</tr>
              </thead>
              <tbody>${rows.slice(0, MOST_ROWS).map((row) => renderRow(row, view))}</tbody>
            </table>
          </div>`
    }
    ${rows.length > MOST_ROWS ? html`<p>${rows.length - MOST_ROWS} more values are not listed.</p>` : nothing}
    ${renderChange('Source', source)} ${renderChange('Output', output)}
  </section>`;
}

function renderTable(heads: readonly string[], rows: ComparedRuns['differences']): TemplateResult {
  return html`<div class="comparison-table" tabindex="0" role="region" aria-label="Differences of the runs">
    <table>
      <thead>
        <tr>${heads.map((head) => (head === '' ? html`<td></td>` : html`<th scope="col">${head}</th>`))}</tr>
      </thead>
      <tbody>
        ${rows.map(({ name, before, after }) => html`<tr><th scope="row">${name}</th><td>${before}</td><td>${after}</td></tr>`)}
      </tbody>
    </table>
  </div>`;
}

function renderRow(row: ValueRow, view: (pair: readonly ViewedValue[]) => void): TemplateResult {
  const { label, unit, before, after, difference, pair } = row;
  return html`<tr>
    <th scope="row">
      <button type="button" class="place" @click=${() => view(pair)}>${label}</button>${unit === '' ? nothing : ` (${unit})`}
    </th>
    <td>${before}</td><td>${after}</td><td>${difference}</td>
  </tr>`;
}

function renderChange(name: string, change: TextChange | string | undefined): TemplateResult {
  const words = `${name}: ${describeChanges(change)}`;
  if (!change || typeof change === 'string' || change.hunks.length === 0) return html`<p>${words}</p>`;
  let left = MOST_LINES;
  return html`<details ?open=${name === 'Source'}>
    <summary>${words}</summary>
    <div class="changes mono" tabindex="0" role="region" aria-label="Changes of ${name.toLowerCase()}">
      ${change.hunks.map(({ firstLine, lines }) => {
        const shown = lines.slice(0, Math.max(0, left));
        left -= shown.length;
        if (shown.length === 0) return nothing;
        return html`<p>from line ${firstLine}</p>${shown.map(renderLine)}`;
      })}
      ${left > 0 ? nothing : html`<p>Further changes are not shown.</p>`}
    </div>
  </details>`;
}

function renderLine(line: string): TemplateResult {
  const text = line.slice(1);
  if (line.startsWith('+')) return html`<ins><span aria-hidden="true">+ </span>${text}</ins>`;
  if (line.startsWith('-')) return html`<del><span aria-hidden="true">− </span>${text}</del>`;
  return html`<span>  ${text}</span>`;
}
