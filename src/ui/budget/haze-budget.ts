// <haze-budget>: the uncertainty budget of a value, as a table with bars. Each source links to its line (`haze-go-to`).
// The table, or the tables for all values, can be copied and saved in every format that the command supports.
import { html, nothing, type PropertyValues, svg, type TemplateResult } from 'lit';
import type { Budget, BudgetValue, Contribution } from '../../budget/explain-trace.ts';
import { cellsOf, type Report, remarksOf, sumsOf } from '../../budget/reports/report-rows.ts';
import { writeReport } from '../../budget/reports/write-report.ts';
import { headingOf } from '../../budget/reports/write-table.ts';
import { copyText } from '../browser/copy-text.ts';
import { attribute, element, fire, given, state } from '../element/element.ts';
import type { AnalysedRun } from './analysed-run.ts';
import { budgetStyle } from './budget-style.ts';
import { REPORTS, saveArchive, savePicture, saveReport } from './save-budget.ts';

/** Number of rows shown at first. In a budget with hundreds of rows, most show 0.0 %. */
const FIRST_ROWS = 40;
/** Columns of a report after source, place and distribution, in the page's order. */
const NUMBERS = [
  ['u(x)', 4],
  ['u(y)', 6],
  ['sensitivity', 5],
  ['estimate', 3],
] as const;
const FIRST = 7;
const TOTAL = 8;

export class HazeBudget extends element({
  run: given<AnalysedRun | undefined>(),
  /** Index of the value in the run. */
  index: attribute({ type: Number }, 0),
  /** True if all rows are shown. */
  _isWhole: state(false),
  /** True if files and copies contain all values. */
  _ofAll: state(false),
  /** Outcome of the last copy or save, as a sentence. */
  _said: state(''),
}) {
  static override styles = budgetStyle;

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('index') && !changed.has('run')) return;
    this._isWhole = false;
    this._said = '';
  }

  protected override render(): TemplateResult {
    const { run } = this;
    const value = run && run.open.values.length > this.index ? run.explain(this.index) : undefined;
    if (!run || !value) return html`<p class="muted">No value selected.</p>`;
    const remarks = remarksOf(value);
    const notes = run.notesOn(this.index);
    return html`
      ${this.#renderChoice(run)}
      <h2>${headingOf(value)}</h2>
      ${value.contributions.length === 0 ? nothing : this.#renderTable(value)}
      ${remarks.length === 0 ? nothing : html`<p class="remarks">${remarks.join('; ')}</p>`}
      ${notes.length === 0 ? nothing : html`<ul class="notes">${notes.map((note) => html`<li>${note}</li>`)}</ul>`}
      ${this.#renderReports()}
      <p class="muted" role="status">${this._said}</p>
    `;
  }

  #renderChoice({ open }: AnalysedRun): TemplateResult | typeof nothing {
    if (open.values.length < 2) return nothing;
    const choose = (event: Event) => {
      this.index = Number((event.target as HTMLSelectElement).value);
    };
    return html`<label>Value
      <select @change=${choose}>
        ${open.values.map(({ label, line }, i) => html`<option value=${i} .selected=${i === this.index}>${label}${line > 0 ? `, line ${line}` : ''}</option>`)}
      </select>
    </label>`;
  }

  #renderTable(value: BudgetValue): TemplateResult {
    const { contributions } = value;
    const shown = this._isWhole ? contributions : contributions.slice(0, FIRST_ROWS);
    const rest = contributions.length - shown.length;
    const showAll = () => {
      this._isWhole = true;
    };
    return html`
      <div class="scroll" tabindex="0" role="region" aria-label="Uncertainty budget of ${value.label}">
        <table>
          <thead>
            <tr>
              <th scope="col">source</th>
              <th scope="col" class="share">first-order</th>
              <th scope="col">total</th>
              ${NUMBERS.map(([name]) => html`<th scope="col">${name}</th>`)}
            </tr>
          </thead>
          <tbody>${shown.map((row) => this.#renderRow(row))}</tbody>
          <tfoot>${sumsOf(value).map(([name, share]) => html`<tr><th scope="row">${name}</th><td class="share">${share}</td><td colspan=${1 + NUMBERS.length}></td></tr>`)}</tfoot>
        </table>
      </div>
      ${rest > 0 ? html`<button type="button" @click=${showAll}>Show ${rest} more sources</button>` : nothing}
    `;
  }

  #renderRow(row: Contribution): TemplateResult {
    const cells = cellsOf(row);
    const [name = '', place = '', distribution = ''] = cells;
    const { file, line, column } = row.source;
    const go = () => fire(this, 'haze-go-to', { file, line, column });
    const title =
      file === ''
        ? html`<span>${name}</span>`
        : html`<button type="button" class="source" title="Show ${file}:${line}" @click=${go}>${name}</button>`;
    const about = [distribution === name ? '' : distribution, place].filter((text) => text !== '').join(', ');
    return html`<tr>
      <th scope="row">${title}<span class="place">${about}</span></th>
      <td class="share">
        ${renderShare(cells[FIRST]!)}
        <svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
          ${drawShareBar(row)}
        </svg>
      </td>
      <td>${renderShare(cells[TOTAL]!)}</td>
      ${NUMBERS.map(([, column]) => html`<td>${cells[column] || '–'}</td>`)}
    </tr>`;
  }

  #renderReports(): TemplateResult {
    const count = this.run!.open.values.length;
    const buttons = (verb: string, work: (report: Report) => void) =>
      REPORTS.map(
        ([report, name]) =>
          html`<button type="button" aria-label="${verb} as ${name}" @click=${() => work(report)}>${name}</button>`,
      );
    const toggle = (event: Event) => {
      this._ofAll = (event.target as HTMLInputElement).checked;
    };
    return html`
      ${
        count < 2
          ? nothing
          : html`<label class="all"><input type="checkbox" .checked=${this._ofAll} @change=${toggle} /> of all ${count} values</label>`
      }
      <div class="bar">
        <div class="group" role="group" aria-label="Copy the budget">
          <span class="muted">Copy:</span>${buttons('Copy', (report) => void this.#copy(report))}
        </div>
        <div class="group" role="group" aria-label="Save the budget as a file">
          <span class="muted">Save:</span>${buttons('Save', (report) => void this.#save(report))}
          <button type="button" @click=${() => this.#savePicture()}>SVG</button>
          <button type="button" @click=${() => void this.#saveArchive()}>All, with plots (zip)</button>
        </div>
      </div>
    `;
  }

  #indices(): readonly number[] {
    return this._ofAll ? this.run!.open.values.map((_, i) => i) : [this.index];
  }

  /** Computes the budget to copy or save. */
  async #budget(): Promise<Budget> {
    this._said = this._ofAll ? 'Computing the budgets of all values…' : '';
    return this.run!.report(this.#indices());
  }

  async #copy(report: Report): Promise<void> {
    const budget = await this.#budget();
    const isCopied = await copyText(writeReport(budget, report));
    this._said = isCopied
      ? 'Copied.'
      : 'The browser does not let this page write to the clipboard. Save the budget as a file instead.';
  }

  async #save(report: Report): Promise<void> {
    saveReport(await this.#budget(), report);
    this._said = 'Saved.';
  }

  #savePicture(): void {
    savePicture(this.run!.explain(this.index));
    this._said = 'Saved.';
  }

  async #saveArchive(): Promise<void> {
    const run = this.run!;
    const indices = this.#indices();
    const budget = await this.#budget();
    const drawn = budget.values.map((value, i) => ({
      value,
      lanes: run.open.values[indices[i]!]!.value.lanes,
    }));
    await saveArchive(budget, drawn);
    this._said = 'Saved.';
  }
}

/** Renders `55.1 % [54.0, 56.2]`, with a pale interval. */
function renderShare(cell: string): TemplateResult {
  const [share = '', interval] = cell.split(/(?=\[)/);
  return html`${share}${interval === undefined ? nothing : html`<span class="interval">${interval}</span>`}`;
}

/**
 * The bar in a row, for an SVG element of 100 by 12: the first-order contribution in full colour, the rest of the total
 * in a pale colour, and the total's interval as a line. The numbers next to the bar give the same information.
 */
function drawShareBar({ first, total, totalInterval: [low, high] }: Contribution): TemplateResult {
  const x = (part: number) => 100 * Math.min(1, Math.max(0, part));
  return svg`
    <rect x="0" y="1" width="100" height="10" fill="var(--line)" opacity="0.45"></rect>
    <rect x="0" y="1" width=${x(total)} height="10" fill="var(--accent)" opacity="0.35"></rect>
    <rect x="0" y="1" width=${x(Math.min(first, total))} height="10" fill="var(--accent)"></rect>
    <path d="M${x(low)},6H${x(high)}" stroke="var(--text)" stroke-width="1.5" vector-effect="non-scaling-stroke"></path>
  `;
}

customElements.define('haze-budget', HazeBudget);
