// <haze-series>: values that a program prints repeatedly, in one plot. The median and bands are plotted against the
// occurrence number, or against a plain number printed alongside. The data comes from the output, or from the draws of
// a run on a Reference core.
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import { formatRounded } from '../../plot/distributions/describe-distribution.ts';
import { MINUS } from '../../plot/distributions/format-value.ts';
import { distributionOfSamples } from '../../plot/distributions/sample-distribution.ts';
import { distributionOfUx } from '../../plot/distributions/ux-distribution.ts';
import { BAND_QUANTILES, type Band, drawSeries, type SeriesPoint } from '../../plot/drawing/series.ts';
import { findSeries, type Series } from '../../plot/printed/series.ts';
import type { UxValue } from '../../uncertainty/core/ux-text.ts';
import { nameFor, saveFile } from '../browser/save-file.ts';
import { element, given, state } from '../element/element.ts';
import { OwnWidth } from '../value/own-width.ts';
import { pageTheme } from '../value/page-theme.ts';
import type { AnalysedRun } from './analysed-run.ts';
import { budgetStyle } from './budget-style.ts';
import { findRunSeries } from './run-series.ts';

const FONT_SIZE = 13;
/** Maximum number of rows in the table; a saved file contains all rows. */
const MOST_ROWS = 500;
const HEADINGS = ['2.5 %', '25 %', 'median', '75 %', '97.5 %'];

type AnySeries = Series<UxValue | Float64Array>;

export class HazeSeries extends element({
  /** The program's output. */
  stdout: given(''),
  /** Run that supplies the draws. On a Reference core, the output contains names instead of distributions. */
  run: given<AnalysedRun | undefined>(),
  _chosen: state(0),
  /** Index of the accompanying number plotted on the horizontal axis; -1 for the occurrence number. */
  _over: state(0),
}) {
  static override styles = budgetStyle;
  #series: readonly AnySeries[] = [];
  readonly #bands = new Map<AnySeries, readonly Band[]>();
  readonly #width = new OwnWidth(this);

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('stdout') && !changed.has('run')) return;
    this.#series = this.run ? findRunSeries(this.run) : findSeries(this.stdout);
    this.#bands.clear();
    this._chosen = 0;
    this._over = 0;
  }

  protected override render(): TemplateResult {
    const series = this.#series[this._chosen];
    if (!series) {
      return html`<p class="muted">No location in the program printed three or more values. A loop that prints a value in each iteration produces a series.</p>`;
    }
    const axis = series.companions[this._over];
    const points = this.#listPoints(series);
    const height = Math.round(Math.min(380, Math.max(200, this.#width.px * 0.5)));
    const { svg } = drawSeries(points, {
      width: this.#width.px,
      height,
      fontSize: FONT_SIZE,
      theme: pageTheme,
      colour: 'var(--series-1)',
      xLabel: axis?.label ?? 'occurrence',
      yLabel: series.label,
      description: describeSeries(series, points, axis?.label ?? 'occurrence'),
    });
    return html`
      <div class="group">${this.#renderChoices(series)}</div>
      <figure style="aspect-ratio: ${this.#width.px} / ${height}">${unsafeHTML(svg)}</figure>
      <p class="sentence">${describeSeries(series, points, axis?.label ?? 'occurrence')}
        <span class="muted">Line: median. Bands: 50 % and 95 % of the probability of each value.</span></p>
      ${this.#renderTable(series, points, axis?.label ?? 'occurrence')}
      <button type="button" @click=${() => this.#save(series, points)}>Save as CSV</button>
    `;
  }

  #renderChoices({ companions }: Pick<Series, 'companions'>): TemplateResult {
    const chosen = (event: Event) => Number((event.target as HTMLSelectElement).value);
    const choose = (event: Event) => {
      this._chosen = chosen(event);
      this._over = 0;
    };
    const turn = (event: Event) => {
      this._over = chosen(event);
    };
    return html`
      <label>Series
        <select @change=${choose}>
          ${this.#series.map(({ label, values }, i) => html`<option value=${i} .selected=${i === this._chosen}>${label} (${values.length})</option>`)}
        </select>
      </label>
      <label>Over
        <select @change=${turn}>
          ${companions.map(({ label }, i) => html`<option value=${i} .selected=${i === this._over}>${label}</option>`)}
          <option value="-1" .selected=${this._over < 0 || companions.length === 0}>occurrence</option>
        </select>
      </label>
    `;
  }

  #renderTable(series: AnySeries, points: readonly SeriesPoint[], axis: string): TemplateResult {
    return html`<details>
      <summary>Numbers <span class="muted">(${points.length})</span></summary>
      <div class="scroll" tabindex="0" role="region" aria-label="Quantiles of ${series.label}">
        <table>
          <thead><tr><th scope="col">${axis}</th>${HEADINGS.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
          <tbody>
            ${points
              .slice(0, MOST_ROWS)
              .map(
                ({ x, band }) =>
                  html`<tr><th scope="row">${tellNumber(x)}</th>${band.map((end) => html`<td>${formatRounded(end, (band[4] - band[0]) / 20)}</td>`)}</tr>`,
              )}
          </tbody>
        </table>
      </div>
      ${points.length > MOST_ROWS ? html`<p class="muted">The first ${MOST_ROWS} rows; the file contains all of them.</p>` : nothing}
    </details>`;
  }

  #listPoints(series: AnySeries): SeriesPoint[] {
    let bands = this.#bands.get(series);
    if (!bands) {
      bands = series.values.map((value) => {
        const distribution =
          value instanceof Float64Array ? distributionOfSamples(value) : distributionOfUx(value);
        return BAND_QUANTILES.map((p) => distribution.quantile(p)) as unknown as Band;
      });
      this.#bands.set(series, bands);
    }
    const numbers = series.companions[this._over]?.numbers;
    return bands.map((band, i) => ({ x: numbers?.[i] ?? i + 1, band }));
  }

  #save(series: AnySeries, points: readonly SeriesPoint[]): void {
    const head = ['x', ...BAND_QUANTILES.map((p) => `q${100 * p}`)];
    const rows = [head, ...points.map(({ x, band }) => [x, ...band])];
    const blob = new Blob([rows.map((row) => `${row.join(',')}\r\n`).join('')], { type: 'text/csv' });
    saveFile(`${nameFor(series.label, 'series')}.csv`, blob);
  }
}

/** Formats a plain number without rounding. */
function tellNumber(x: number): string {
  return String(Number(x.toPrecision(6))).replace('-', MINUS);
}

/** Describes the first and last points of a series for screen readers. */
function describeSeries({ label, values }: AnySeries, points: readonly SeriesPoint[], axis: string): string {
  const tell = ({ x, band }: SeriesPoint) => {
    const step = (band[4] - band[0]) / 20;
    return `${formatRounded(band[2], step)} (95 %: ${formatRounded(band[0], step)} to ${formatRounded(band[4], step)}) at ${axis} ${tellNumber(x)}`;
  };
  return `${label}, ${values.length} values: from ${tell(points[0]!)} to ${tell(points.at(-1)!)}.`;
}

customElements.define('haze-series', HazeSeries);
