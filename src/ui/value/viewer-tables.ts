// The viewer's tables: moments and quantiles of all values side by side, and the deltas of each value.
import { html, nothing, type TemplateResult } from 'lit';
import { formatRounded } from '../../plot/distributions/describe-distribution.ts';
import type { Distribution } from '../../plot/distributions/distribution.ts';
import { formatNumber, formatPlusMinus, formatProbability } from '../../plot/distributions/format-value.ts';
import { maybeSplitAtError } from '../../plot/distributions/split-figure.ts';
import { wassersteinDistance } from '../../plot/distributions/wasserstein.ts';
import {
  type KnownFigure,
  SHOWN_QUANTILES,
  type ValueFigures,
} from '../../uncertainty/core/value-figures.ts';
import { DISTANCE_MEANING } from './explain-words.ts';
import { hasErrors, markStyle, type ShownValue } from './viewed-value.ts';

interface Row {
  readonly name: string;
  readonly tell: (distribution: Distribution) => string;
  /** The figure, with its error if the viewer knows it. */
  readonly figure?: (figures: ValueFigures) => KnownFigure | undefined;
}

/** Text for a figure that describes the shape; `–` for values without spread, which have no shape. */
function tellShape(x: number): string {
  return Number.isFinite(x) ? formatNumber(Math.abs(x) < 5e-4 ? 0 : x, 3) : '–';
}

/**
 * Maximum ratio of deviation to mean. Beyond it, the mean is zero up to rounding, so a relative spread is meaningless.
 */
const MOST_RELATIVE = 1e4;

const ROWS: readonly Row[] = [
  {
    name: 'mean',
    figure: ({ mean }) => mean,
    tell: ({ mean, deviation }) =>
      deviation > 0 ? formatRounded(mean, deviation) : formatPlusMinus(mean, 0),
  },
  {
    name: 'standard deviation',
    figure: ({ deviation }) => deviation,
    tell: ({ deviation }) => (deviation > 0 ? formatNumber(deviation, 3) : tellShape(deviation)),
  },
  {
    name: 'relative to the mean',
    tell: ({ mean, deviation }) =>
      deviation > 0 && deviation < MOST_RELATIVE * Math.abs(mean)
        ? `${formatNumber((100 * deviation) / Math.abs(mean), 2)} %`
        : '–',
  },
  { name: 'skewness', tell: ({ skewness }) => tellShape(skewness) },
  { name: 'excess kurtosis', tell: ({ kurtosis }) => tellShape(kurtosis) },
  ...SHOWN_QUANTILES.map((p, i) => ({
    figure: ({ quantiles }: ValueFigures) => quantiles?.[i],
    name: p === 0.5 ? 'median' : `${Number((100 * p).toFixed(1))} % quantile`,
    tell: (distribution: Distribution) =>
      formatRounded(distribution.quantile(p), distribution.deviation / 10),
  })),
  { name: 'P(NaN)', tell: ({ nan }) => formatProbability(nan) },
  { name: 'P(−∞)', tell: ({ negativeInfinity }) => formatProbability(negativeInfinity) },
  { name: 'P(+∞)', tell: ({ positiveInfinity }) => formatProbability(positiveInfinity) },
];

/** Tests whether a row is empty for all values, for example the row for a probability that no value has. */
function isEmpty({ name, tell }: Row, values: readonly ShownValue[]): boolean {
  return name.startsWith('P(') && values.every(({ distribution }) => tell(distribution) === '0');
}

function renderHead(value: ShownValue): TemplateResult {
  const { label, unit } = value;
  const unitText = unit === '' ? nothing : html` <span class="unit">(${unit})</span>`;
  return html`<th scope="col"><span class="mark" style=${markStyle(value)}></span>${label}${unitText}</th>`;
}

/** Renders moments and quantiles. */
export function renderSummary(values: readonly ShownValue[]): TemplateResult {
  const rows = ROWS.filter((row) => !isEmpty(row, values));
  const [first] = values;
  return html`
    <div class="scroll" tabindex="0" role="region" aria-label="Moments and quantiles">
      <table>
        <thead>
          <tr><td></td>${values.map(renderHead)}</tr>
        </thead>
        <tbody>
          ${rows.map((row) => html`<tr><th scope="row">${row.name}</th>${values.map((value) => html`<td>${renderCell(row, value)}</td>`)}</tr>`)}
          ${
            values.length < 2
              ? nothing
              : html`<tr><th scope="row" title=${DISTANCE_MEANING}>W1 distance to the first</th>${values.map(({ distribution }) => html`<td>${distribution === first!.distribution ? '–' : formatNumber(wassersteinDistance(first!.distribution, distribution), 3)}</td>`)}</tr>`
          }
        </tbody>
      </table>
    </div>
    ${hasErrors(values) ? html`<p class="legend muted">± after a figure: its standard error. Grey digits are uncertain.</p>` : nothing}
  `;
}

function renderCell({ tell, figure }: Row, { distribution, figures }: ShownValue): TemplateResult | string {
  const known = figures && figure?.(figures);
  const parts = known && maybeSplitAtError(known);
  if (!parts) return known && known.error === 0 ? tellKnown(known, distribution) : tell(distribution);
  const { sure, unsure, error, power } = parts;
  return html`${sure}<span class="unsure">${unsure}</span> <span class="error">±<span class="said"> standard error</span> ${error}</span>${power}`;
}

/** A figure that is known without error, and therefore more accurate than the one computed from the curve. */
function tellKnown({ value }: KnownFigure, { deviation }: Distribution): string {
  return deviation > 0 ? formatRounded(value, deviation / 10) : formatPlusMinus(value, 0);
}

const MOST_ROWS = 1024;

/** Renders a value's bins, each with its delta. */
export function renderBins({ label, unit, distribution, ux }: ShownValue): TemplateResult {
  const { bins, deviation } = distribution;
  const what = ux === undefined ? 'Bins of its samples' : 'Deltas';
  const shown = bins.slice(0, MOST_ROWS);
  const digits = (x: number) =>
    formatNumber(x, Number.isFinite(deviation) && deviation > 0 ? digitsOf(x, deviation) : 7);
  return html`
    <details>
      <summary>${what}: ${label} <span class="muted">(${bins.length})</span></summary>
      <div class="scroll" tabindex="0" role="region" aria-label="${what} of ${label}">
        <table>
          <thead>
            <tr>
              <th scope="col">#</th><th scope="col">position${unit === '' ? '' : ` (${unit})`}</th><th scope="col">probability</th>
              <th scope="col">from</th><th scope="col">to</th><th scope="col">density</th>
            </tr>
          </thead>
          <tbody>
            ${shown.map(
              (bin, i) => html`<tr>
                <th scope="row">${i + 1}</th><td>${digits(bin.at)}</td><td>${formatNumber(bin.mass, 4)}</td>
                <td>${digits(bin.low)}</td><td>${digits(bin.high)}</td>
                <td>${bin.high > bin.low ? formatNumber(bin.mass / (bin.high - bin.low), 4) : '–'}</td>
              </tr>`,
            )}
          </tbody>
        </table>
      </div>
      ${bins.length > MOST_ROWS ? html`<p class="muted">The first ${MOST_ROWS} rows; exported files contain all of them.</p>` : nothing}
    </details>
  `;
}

/** Number of digits that distinguish positions a hundredth of the spread apart. */
function digitsOf(x: number, deviation: number): number {
  const places = x === 0 ? 1 : Math.ceil(Math.log10(Math.abs(x) / deviation)) + 3;
  return Math.min(15, Math.max(3, places));
}
