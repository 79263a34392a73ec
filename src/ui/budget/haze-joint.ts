// <haze-joint>: shows how a run's values and inputs are related, with a correlation matrix, a plot of two values, and
// the distributions of all values conditional on some of them lying in a chosen range.

import { html, nothing, type PropertyValues, svg, type TemplateResult } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import { correlate } from '../../budget/correlate.ts';
import {
  countLanesIn,
  type LaneSummary,
  maybeCentralRange,
  type Range,
  restrictLanes,
  summariseLanes,
} from '../../budget/restrict.ts';
import { formatFixed, formatNumber, formatPlusMinus } from '../../plot/distributions/format-value.ts';
import { drawJoint } from '../../plot/drawing/joint.ts';
import { limitsAround } from '../../plot/drawing/plot-frame.ts';
import { element, given, state } from '../element/element.ts';
import { moveByKey } from '../value/key-steps.ts';
import { OwnWidth } from '../value/own-width.ts';
import { pageTheme } from '../value/page-theme.ts';
import type { AnalysedRun, Column } from './analysed-run.ts';
import { budgetStyle } from './budget-style.ts';
import { jointStyle } from './joint-style.ts';

/** Maximum number of columns shown, because a larger matrix would be unreadable. */
const MOST_SHOWN = 16;
/** Maximum number of inputs shown if not all columns fit. */
const MOST_INPUTS = 6;
/** Special start index that selects one column per name. */
const FEW = -1;
const FONT_SIZE = 13;
const BARS = 60;
/** Number of draws below which a warning is shown. */
const FEW_DRAWS = 100;

type Kind = 'linear' | 'rank';

/** A column with the range of its strip, and its summary over all draws. */
interface Strip extends Column {
  readonly limits: Range;
  readonly summary: LaneSummary;
}

export class HazeJoint extends element({
  run: given<AnalysedRun | undefined>(),
  /** First column shown; -1 for a selection from all columns. */
  _start: state<number>(FEW),
  _kind: state<Kind>('linear'),
  /** The plot's columns: horizontal and vertical. */
  _pair: state<readonly [number, number]>([0, 1]),
  _ranges: state<ReadonlyMap<number, Range>>(new Map()),
}) {
  static override styles = [...budgetStyle, jointStyle];
  #strips: readonly Strip[] = [];
  #correlations: Readonly<Record<Kind, readonly (readonly number[])[]>> = { linear: [], rank: [] };
  readonly #width = new OwnWidth(this);

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('run') && !changed.has('_start')) return;
    if (changed.has('run')) this._start = FEW;
    const columns = chooseColumns(this.run?.columns ?? [], this._start);
    this.#strips = columns.map((column) => ({
      ...column,
      limits: limitsAround(maybeCentralRange(column.lanes) ?? column.lanes, 0.06),
      summary: summariseLanes(column.lanes),
    }));
    this.#correlations = correlate(columns.map(({ lanes }) => lanes));
    this._pair = [0, Math.min(1, columns.length - 1)];
    this._ranges = new Map();
  }

  protected override render(): TemplateResult {
    if (this.#strips.length < 2) {
      return html`<p class="muted">Only one value has draws; a correlation needs two values.</p>`;
    }
    const isKept =
      this._ranges.size === 0
        ? undefined
        : restrictLanes(
            this.#strips.map(({ lanes }) => lanes),
            this._ranges,
          );
    return html`
      ${this.#renderPages()}
      <div class="views">
        <section aria-label="Correlations">${this.#renderMatrix()}</section>
        <section aria-label="Two together">${this.#renderPair(isKept)}</section>
      </div>
      <section aria-label="Under a condition">${this.#renderStrips(isKept)}</section>
    `;
  }

  #renderPages(): TemplateResult | typeof nothing {
    const count = this.run!.columns.length;
    if (count <= MOST_SHOWN) return nothing;
    const starts = Array.from({ length: Math.ceil(count / MOST_SHOWN) }, (_, i) => i * MOST_SHOWN);
    const choose = (event: Event) => {
      this._start = Number((event.target as HTMLSelectElement).value);
    };
    return html`<label>Values and inputs
      <select @change=${choose}>
        <option value=${FEW} .selected=${this._start === FEW}>one per name</option>
        ${starts.map((start) => html`<option value=${start} .selected=${start === this._start}>${start + 1} to ${Math.min(count, start + MOST_SHOWN)} of ${count}</option>`)}
      </select>
    </label>`;
  }

  #renderMatrix(): TemplateResult {
    const matrix = this.#correlations[this._kind];
    const kinds: readonly (readonly [Kind, string])[] = [
      ['linear', 'Linear'],
      ['rank', 'Rank'],
    ];
    return html`
      <h2>Correlation</h2>
      <div class="group" role="group" aria-label="Which correlation">
        ${kinds.map(([kind, name]) => {
          const choose = () => {
            this._kind = kind;
          };
          return html`<button type="button" aria-pressed=${kind === this._kind} @click=${choose}>${name}</button>`;
        })}
      </div>
      <div class="scroll" tabindex="0" role="region" aria-label="Correlation matrix">
        <table class="matrix">
          <thead>
            <tr><td></td>${this.#strips.map(({ label }, i) => html`<th scope="col" title=${label}>(${i + 1})<span class="visually-hidden"> ${label}</span></th>`)}</tr>
          </thead>
          <tbody>
            ${this.#strips.map((strip, row) => html`<tr><th scope="row">(${row + 1}) ${renderName(strip)}</th>${matrix[row]!.map((r, column) => this.#renderCell(r, row, column))}</tr>`)}
          </tbody>
        </table>
      </div>
    `;
  }

  #renderCell(r: number, row: number, column: number): TemplateResult {
    const text = Number.isNaN(r) ? '–' : formatFixed(r, 2);
    if (row === column) return html`<td>${text}</td>`;
    const choose = () => {
      this._pair = [column, row];
    };
    const names = `${this.#strips[row]!.label} and ${this.#strips[column]!.label}`;
    const [x, y] = this._pair;
    const isChosen = (x === column && y === row) || (x === row && y === column);
    const strength = Number.isNaN(r) ? 0 : Math.round(38 * Math.abs(r));
    const colour = r < 0 ? 'var(--series-2)' : 'var(--series-1)';
    return html`<td style="background: color-mix(in srgb, ${colour} ${strength}%, transparent)">
      <button type="button" class="cell" aria-pressed=${isChosen} aria-label="${names}: ${text}" @click=${choose}>${text}</button>
    </td>`;
  }

  #renderPair(isKept: Uint8Array | undefined): TemplateResult {
    const [across, up] = this._pair;
    const [x, y] = [this.#strips[across]!, this.#strips[up]!];
    const width = Math.max(
      240,
      Math.min(480, this.#width.px >= 760 ? Math.floor(this.#width.px / 2) - 12 : this.#width.px),
    );
    const height = Math.round(width * 0.8);
    const r = (kind: Kind) => formatFixed(this.#correlations[kind][across]![up]!, 3);
    const description = `${y.label} against ${x.label}: linear correlation ${r('linear')}, rank correlation ${r('rank')}.`;
    const { svg: picture } = drawJoint({ x: x.lanes, y: y.lanes, isKept }, [x.limits, y.limits], {
      width,
      height,
      fontSize: FONT_SIZE,
      theme: pageTheme,
      colour: 'var(--series-1)',
      xLabel: x.label,
      yLabel: y.label,
      description,
    });
    const select = (name: string, at: 0 | 1) => {
      const choose = (event: Event) => {
        const chosen = Number((event.target as HTMLSelectElement).value);
        this._pair = at === 0 ? [chosen, up] : [across, chosen];
      };
      return html`<label>${name}
        <select @change=${choose}>
          ${this.#strips.map((strip, i) => html`<option value=${i} .selected=${i === this._pair[at]}>${strip.label}${strip.isSource ? ' (input)' : ''}</option>`)}
        </select>
      </label>`;
    };
    return html`
      <h2>Joint distribution of two values</h2>
      <div class="group">${select('Horizontal', 0)} ${select('Vertical', 1)}</div>
      <figure style="width: ${width}px; max-width: 100%; aspect-ratio: ${width} / ${height}">${unsafeHTML(picture)}</figure>
      <p class="muted">The solid line contains 50 % of the probability, and the dashed line 95 %${isKept ? ', under the condition below' : ''}.</p>
    `;
  }

  #renderStrips(isKept: Uint8Array | undefined): TemplateResult {
    const all = this.#strips[0]!.lanes.length;
    const left = isKept ? isKept.reduce((sum, kept) => sum + kept, 0) : all;
    const clear = () => {
      this._ranges = new Map();
    };
    return html`
      <h2>Under a condition</h2>
      <p class="muted">Drag across a strip, or enter two limits, to restrict a value to a range and see how that changes the others.</p>
      <p role="status">${isKept ? `${left.toLocaleString('en')} of ${all.toLocaleString('en')} draws (${formatNumber((100 * left) / all, 3)} %).${left < FEW_DRAWS ? ' These are too few for reliable figures: widen the range, or use more draws.' : ''}` : 'No condition.'}
        ${isKept ? html`<button type="button" @click=${clear}>Clear</button>` : nothing}</p>
      <ul class="strips">${this.#strips.map((strip, i) => this.#renderStrip(strip, i, isKept))}</ul>
    `;
  }

  #renderStrip(strip: Strip, index: number, isKept: Uint8Array | undefined): TemplateResult {
    const { label, lanes, limits, summary } = strip;
    const range = this._ranges.get(index);
    const now = isKept ? summariseLanes(lanes, isKept) : undefined;
    const all = countLanesIn(lanes, limits, BARS);
    const highest = all.reduce((most, count) => Math.max(most, count), 0);
    const rest = isKept && countLanesIn(lanes, limits, BARS, isKept);
    const place = (x: number) =>
      `${100 * Math.min(1, Math.max(0, (x - limits[0]) / (limits[1] - limits[0])))}%`;
    return html`<li>
      <div class="strip-name">${renderName(strip)}</div>
      <div class="strip" @pointerdown=${(event: PointerEvent) => this.#brush(event, index)}>
        <svg viewBox="0 0 ${BARS} 30" preserveAspectRatio="none" aria-hidden="true">
          <path d=${barPath(all, highest)} fill="var(--muted)" opacity="0.35"></path>
          ${rest ? svg`<path d=${barPath(rest, highest)} fill="var(--series-1)"></path>` : nothing}
        </svg>
        ${range ? html`<div class="brush" style="left: ${place(range[0])}; right: calc(100% - ${place(range[1])})"></div>` : nothing}
        ${range ? ([0, 1] as const).map((end) => this.#renderEnd(strip, index, range, end, place(range[end]))) : nothing}
      </div>
      <div class="strip-numbers">
        <span>${formatPlusMinus(summary.mean, summary.standardDeviation)}</span>
        ${now ? html`<span> → <strong>${now.count === 0 ? 'no draws' : formatPlusMinus(now.mean, now.standardDeviation)}</strong></span>` : nothing}
      </div>
      <div class="group">
        ${this.#renderField(label, index, 0)} ${this.#renderField(label, index, 1)}
        ${range ? html`<button type="button" aria-label="Clear the range of ${label}" @click=${() => this.#setRange(index, undefined)}>Clear</button>` : nothing}
      </div>
    </li>`;
  }

  #renderEnd(
    { label, limits: [low, high] }: Strip,
    index: number,
    range: Range,
    end: 0 | 1,
    left: string,
  ): TemplateResult {
    const move = (event: KeyboardEvent) => {
      const wanted = moveByKey(event, range[end], [low, high]);
      if (wanted === undefined) return;
      event.preventDefault();
      const other = range[1 - end]!;
      const kept =
        end === 0 ? Math.min(other, Math.max(low, wanted)) : Math.max(other, Math.min(high, wanted));
      this.#setRange(index, end === 0 ? [kept, other] : [other, kept]);
    };
    return html`<div
      class="end"
      style="left: ${left}"
      role="slider"
      tabindex="0"
      aria-orientation="horizontal"
      aria-label="${end === 0 ? 'Lower' : 'Upper'} end of the range of ${label}"
      aria-valuemin=${low}
      aria-valuemax=${high}
      aria-valuenow=${range[end]}
      @keydown=${move}
    ></div>`;
  }

  #renderField(label: string, index: number, end: 0 | 1): TemplateResult {
    const range = this._ranges.get(index);
    const shown = range && Number.isFinite(range[end]) ? String(Number(range[end].toPrecision(6))) : '';
    const change = (event: Event) => {
      const input = event.target as HTMLInputElement;
      const text = input.value.trim().replace(',', '.').replace('−', '-');
      const open: Range = [-Infinity, Infinity];
      const before = this._ranges.get(index) ?? open;
      const wanted = text === '' ? open[end] : Number(text);
      if (Number.isNaN(wanted)) input.value = shown;
      else this.#setRange(index, end === 0 ? [wanted, before[1]] : [before[0], wanted]);
    };
    return html`<label class="end-field"><span class="visually-hidden">${label}, </span>${end === 0 ? 'from' : 'to'}
      <input inputmode="decimal" .value=${shown} @change=${change} /></label>`;
  }

  #setRange(index: number, range: Range | undefined): void {
    const ranges = new Map(this._ranges);
    if (!range || (range[0] === -Infinity && range[1] === Infinity)) ranges.delete(index);
    else ranges.set(index, range);
    this._ranges = ranges;
  }

  /** Selects the range that the pointer drags over. */
  #brush(event: PointerEvent, index: number): void {
    if (event.button !== 0) return;
    const strip = event.currentTarget as HTMLElement;
    const [low, high] = this.#strips[index]!.limits;
    const valueAt = ({ clientX }: PointerEvent) => {
      const { left, width } = strip.getBoundingClientRect();
      return low + (high - low) * Math.min(1, Math.max(0, (clientX - left) / width));
    };
    const start = valueAt(event);
    strip.setPointerCapture(event.pointerId);
    const follow = (moved: PointerEvent) => {
      const now = valueAt(moved);
      if (now !== start) this.#setRange(index, now < start ? [now, start] : [start, now]);
    };
    strip.addEventListener('pointermove', follow);
    strip.addEventListener('lostpointercapture', () => strip.removeEventListener('pointermove', follow), {
      once: true,
    });
  }
}

/**
 * Returns the columns from a start index onwards, or a selection from all columns. The selection contains only the last
 * value for each name, because a loop may print many.
 */
function chooseColumns(columns: readonly Column[], start: number): readonly Column[] {
  if (start !== FEW) return columns.slice(start, start + MOST_SHOWN);
  if (columns.length <= MOST_SHOWN) return columns;
  const lastOf = new Map(columns.map((column) => [`${column.isSource} ${column.label}`, column]));
  const one = [...lastOf.values()];
  const inputs = one.filter(({ isSource }) => isSource);
  const values = one.filter(({ isSource }) => !isSource);
  const room = MOST_SHOWN - Math.min(inputs.length, MOST_INPUTS);
  const shown = values.slice(0, room);
  return [...shown, ...inputs.slice(0, MOST_SHOWN - shown.length)];
}

function renderName({ label, isSource }: Column): TemplateResult {
  return html`${label}${isSource ? html` <span class="muted">(input)</span>` : nothing}`;
}

function barPath(counts: Float64Array, highest: number): string {
  return Array.from(counts, (count, i) => `M${i},30v${((-30 * count) / highest).toFixed(2)}h1V30Z`).join('');
}

customElements.define('haze-joint', HazeJoint);
