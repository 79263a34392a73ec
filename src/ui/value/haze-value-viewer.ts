// <haze-value-viewer>: shows one or more values: density or cumulative probability, the probability below a movable
// line, moments, quantiles, deltas, and downloads of all of these. Computation and drawing are in src/plot.

import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import { messageOf } from '../../errors/message-of.ts';
import { describeDistribution, formatRounded } from '../../plot/distributions/describe-distribution.ts';
import { formatProbability } from '../../plot/distributions/format-value.ts';
import { isSmoothed } from '../../plot/distributions/smooth-density.ts';
import { type DrawnPlot, drawPlot } from '../../plot/drawing/plot.ts';
import { attribute, element, given, state } from '../element/element.ts';
import { UX_MEANING } from './explain-words.ts';
import { moveByKey } from './key-steps.ts';
import { OwnWidth } from './own-width.ts';
import { pageTheme } from './page-theme.ts';
import { EXPORTS, type ExportFormat, saveValues } from './save-values.ts';
import {
  commonUnit,
  type FiguresByText,
  hasErrors,
  markStyle,
  prepareValues,
  type ShownValue,
  type ViewedValue,
} from './viewed-value.ts';
import { viewerStyle } from './viewer-style.ts';
import { renderBins, renderSummary } from './viewer-tables.ts';

type Kind = 'density' | 'cumulative';

const KINDS: readonly (readonly [Kind, string])[] = [
  ['density', 'Density'],
  ['cumulative', 'Cumulative'],
];
const FONT_SIZE = 13;
/** Minimum number of positions for the line. */
const LEAST_STEPS = 1000;
/** Maximum number of values described in sentences; further values are described only in the plot's hidden text. */
const MOST_SENTENCES = 3;
const BANDS = ' Bands at the ends of the interval: ± one standard error.';

export class HazeValueViewer extends element({
  /** The values shown. Several values are overlaid. */
  values: given<readonly ViewedValue[]>([]),
  /** Known figures for printed values, and their errors. */
  figures: given<FiguresByText>(new Map()),
  /** Finds the figures on request; undefined if figures cannot be found. */
  findFigures: given<(() => void) | undefined>(),
  kind: attribute<Kind>({ type: String }, 'density'),
  /** Draws densities as the core's steps rather than as smooth curves. */
  _isStepped: state(false),
  /** Position of the line; undefined until it is moved. */
  _cut: state<number | undefined>(),
  _problem: state(''),
}) {
  static override styles = viewerStyle;
  #shown: readonly ShownValue[] = [];
  #drawn: DrawnPlot | undefined;
  readonly #width = new OwnWidth(this);

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('values') || changed.has('figures'))
      this.#shown = prepareValues(this.values, this.figures);
    if (!changed.has('values')) return;
    this._cut = undefined;
    this._problem = '';
  }

  protected override render(): TemplateResult {
    const shown = this.#shown;
    if (shown.length === 0) return html`<p class="muted">No value selected.</p>`;
    return html`
      <div class="group kinds" role="group" aria-label="Kind of picture">${KINDS.map((kind) => this.#renderKind(kind))} ${this.#renderSteps()}</div>
      ${this.#renderFigure()} ${this.#renderThreshold()}
      <div class="group saves" role="group" aria-label="Save as a file">
        <span class="muted">Save:</span>
        ${EXPORTS.filter((format) => format !== 'Ux' || shown.some(({ ux }) => ux)).map((format) => this.#renderExport(format))}
      </div>
      ${this._problem === '' ? nothing : html`<p role="alert">${this._problem}</p>`}
      ${(shown.length > MOST_SENTENCES ? [] : shown).map((value) => html`<p class="sentence">${describeDistribution(value.distribution, value.label, value.figures)}</p>`)}
      ${renderSummary(shown)} ${shown.map(renderBins)}
    `;
  }

  #renderKind([kind, name]: readonly [Kind, string]): TemplateResult {
    const choose = () => {
      this.kind = kind;
    };
    return html`<button type="button" aria-pressed=${this.kind === kind} @click=${choose}>${name}</button>`;
  }

  /** Renders the switch between smooth curves and the core's steps, if there are smooth curves. */
  #renderSteps(): TemplateResult | typeof nothing {
    const counts = this.#shown.filter(({ distribution }) => isSmoothed(distribution));
    if (this.kind !== 'density' || counts.length === 0) return nothing;
    const name = counts.length === 1 ? `${counts[0]!.distribution.bins.length} steps` : 'Steps';
    const change = () => {
      this._isStepped = !this._isStepped;
    };
    return html`<button type="button" aria-pressed=${this._isStepped} title="Switch between a smooth curve and steps" @click=${change}>${name}</button>`;
  }

  /** Renders the button that finds standard errors, if the errors of a printed value are unknown. */
  #renderFind(): TemplateResult | typeof nothing {
    const find = this.findFigures;
    if (!find || this.#shown.every(({ ux, figures }) => ux === undefined || figures)) return nothing;
    return html`<button class="find" type="button" title="Runs the program once more, with the same seed" @click=${find}>Standard errors</button>`;
  }

  #renderExport(format: ExportFormat): TemplateResult {
    const save = async () => {
      const shape = this.#shape();
      this._problem = await saveValues(format, this.#shown, { kind: this.kind, shape }).then(
        () => '',
        (error: unknown) => `The file could not be created: ${messageOf(error)}`,
      );
    };
    const meaning = format === 'Ux' ? UX_MEANING : nothing;
    return html`<button type="button" title=${meaning} @click=${save}>${format}</button>`;
  }

  #renderFigure(): TemplateResult {
    const unit = commonUnit(this.#shown);
    const height = Math.round(Math.min(380, Math.max(200, this.#width.px * 0.5)));
    this.#drawn = drawPlot(
      this.#shown.map(({ distribution, series, isBefore, figures }) => ({
        distribution,
        figures,
        label: '',
        colour: `var(--series-${series})`,
        isDashed: isBefore,
      })),
      {
        width: this.#width.px,
        height,
        fontSize: FONT_SIZE,
        kind: this.kind,
        shape: this.#shape(),
        hasMarks: true,
        shadedBelow: this._cut,
        theme: pageTheme,
        xLabel: unit,
        description: this.#shown
          .map(({ distribution, label, figures }) => describeDistribution(distribution, label, figures))
          .join(' '),
      },
    );
    return html`<figure style="aspect-ratio: ${this.#width.px} / ${height}" @pointerdown=${this.#drag}>
      ${unsafeHTML(this.#drawn.svg)} ${this.#renderCut(this.#drawn)}
    </figure>
    <div class="legend muted"><span>Dot: mean. Bar: 95 % interval.${hasErrors(this.#shown) ? BANDS : ''}</span> ${this.#renderFind()}</div>`;
  }

  #shape(): 'smooth' | 'steps' {
    return this._isStepped ? 'steps' : 'smooth';
  }

  #renderCut({ frame, xLimits: [low, high] }: DrawnPlot): TemplateResult {
    const cut = this.#cut();
    const part = Math.min(1, Math.max(0, (cut - low) / (high - low)));
    const x = frame.left + part * (frame.right - frame.left);
    const box = `top: ${frame.top}px; height: ${frame.bottom - frame.top}px`;
    return html`
      <div
        class="cut ${this._cut === undefined ? 'unmoved' : ''}"
        style="left: ${x}px; ${box}"
        role="slider"
        tabindex="0"
        aria-label="Threshold c of the probability below c"
        aria-orientation="horizontal"
        aria-valuemin=${low}
        aria-valuemax=${high}
        aria-valuenow=${cut}
        aria-valuetext="${this.#format(cut)}: ${this.#tellProbabilities(cut)}"
        @keydown=${this.#move}
      ></div>
    `;
  }

  #renderThreshold(): TemplateResult {
    const cut = this.#cut();
    const change = (event: Event) => {
      const input = event.target as HTMLInputElement;
      const wanted = Number(input.value.trim().replace(',', '.').replace('−', '-') || Number.NaN);
      if (Number.isFinite(wanted)) this._cut = wanted;
      input.value = String(this.#cut());
    };
    return html`<div class="threshold">
      <label>c = <input inputmode="decimal" .value=${String(cut)} @change=${change} /></label>
      ${this.#shown.map((value) => {
        const { label, distribution } = value;
        const mark =
          this.#shown.length > 1 ? html`<span class="mark" style=${markStyle(value)}></span>` : nothing;
        const name = this.#shown.length > 1 ? `${label}: ` : '';
        const below = distribution.probabilityBelow(cut);
        return html`<span>${mark}${name}P(x &lt; c) = <strong>${formatProbability(below)}</strong></span>`;
      })}
    </div>`;
  }

  #tellProbabilities(cut: number): string {
    const tell = ({ label, distribution }: ShownValue) =>
      `${this.#shown.length > 1 ? `${label}, ` : ''}P(x < c) = ${formatProbability(distribution.probabilityBelow(cut))}`;
    return this.#shown.map(tell).join('; ');
  }

  /** Position of the line: the position to which it was moved, otherwise the first mean, otherwise the middle. */
  #cut(): number {
    if (this._cut !== undefined) return this._cut;
    const mean = this.#shown[0]!.distribution.mean;
    const [low, high] = this.#drawn!.xLimits;
    // Removes rounding errors around a mean of zero.
    if (Number.isFinite(mean)) return Math.abs(mean) < 1e-9 * (high - low) ? 0 : this.#round(mean);
    return this.#round(low / 2 + high / 2);
  }

  /** Rounds to as many digits as are needed to distinguish neighbouring positions in the plot. */
  #round(x: number): number {
    const [low, high] = this.#drawn!.xLimits;
    const step = 10 ** Math.floor(Math.log10((high - low) / LEAST_STEPS));
    const digits = x === 0 ? 1 : Math.floor(Math.log10(Math.abs(x) / step)) + 1;
    return Number(x.toPrecision(Math.min(17, Math.max(1, digits))));
  }

  /** Formats with one more digit than the deviation justifies, because the line moves in small steps. */
  #format(x: number): string {
    return formatRounded(x, this.#shown[0]!.distribution.deviation / 10);
  }

  #move(event: KeyboardEvent): void {
    const [low, high] = this.#drawn!.xLimits;
    const wanted = moveByKey(event, this.#cut(), [low, high]);
    if (wanted === undefined) return;
    event.preventDefault();
    const isEnd = event.key === 'Home' || event.key === 'End';
    this._cut = isEnd ? wanted : Math.min(high, Math.max(low, this.#round(wanted)));
  }

  /** Moves the line with the pointer, which may be anywhere in the plot. */
  #drag(event: PointerEvent): void {
    if (event.button !== 0) return;
    const figure = event.currentTarget as HTMLElement;
    const place = (clientX: number) => {
      const { frame, xLimits } = this.#drawn!;
      const box = figure.getBoundingClientRect();
      const x = (clientX - box.left) * (this.#width.px / box.width);
      const part = Math.min(1, Math.max(0, (x - frame.left) / (frame.right - frame.left)));
      this._cut = this.#round(xLimits[0] + part * (xLimits[1] - xLimits[0]));
    };
    place(event.clientX);
    figure.setPointerCapture(event.pointerId);
    const follow = (moved: PointerEvent) => place(moved.clientX);
    const end = () => {
      figure.removeEventListener('pointermove', follow);
      this.renderRoot.querySelector<HTMLElement>('.cut')?.focus({ preventScroll: true });
    };
    figure.addEventListener('pointermove', follow);
    figure.addEventListener('lostpointercapture', end, { once: true });
  }
}

if (!customElements.get('haze-value-viewer')) customElements.define('haze-value-viewer', HazeValueViewer);

declare global {
  interface HTMLElementTagNameMap {
    'haze-value-viewer': HazeValueViewer;
  }
}
