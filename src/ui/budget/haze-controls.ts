// <haze-controls>: a program's inputs as sliders and fields, and the resulting values. Each slider move reruns the
// loaded program with the same seed. If moves arrive faster than runs finish, only the last one is run. The element
// fires `haze-result` with the output.

import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import type { ProgramSource } from '../../budget/resolve-overrides.ts';
import type { LabWish } from '../../client/program/program-lab.ts';
import { messageOf } from '../../errors/message-of.ts';
import type { Distribution } from '../../plot/distributions/distribution.ts';
import { formatNumber, formatPlusMinus } from '../../plot/distributions/format-value.ts';
import { distributionOfUx } from '../../plot/distributions/ux-distribution.ts';
import { drawPlot } from '../../plot/drawing/plot.ts';
import { nameBefore } from '../../uncertainty/core/name-printed.ts';
import { findUx } from '../../uncertainty/core/ux-text.ts';
import { parametersOf } from '../../uncertainty/distributions/family-domains.ts';
import {
  formatSourceValue,
  parseSourceValue,
  type SourceValue,
} from '../../uncertainty/sources/source-value.ts';
import { element, fire, given, state } from '../element/element.ts';
import { OwnWidth } from '../value/own-width.ts';
import { pageTheme } from '../value/page-theme.ts';
import type { Ran } from './analysed-run.ts';
import { budgetStyle } from './budget-style.ts';
import { controlsStyle } from './controls-style.ts';
import { chooseParameterRange } from './parameter-range.ts';
import type { UncertaintySubject } from './uncertainty-subject.ts';

/** Maximum number of inputs shown. */
const MOST_SOURCES = 60;
/** Maximum number of values shown. */
const MOST_VALUES = 20;
/** Delay before the Stop button appears, because a button that flickers with each slider step would be distracting. */
const SLOW_MS = 500;
const STOPPED = 'Stopped. The values are from the previous run. Change an input to run again.';
const FONT_SIZE = 13;
const SLIDER_STEPS = 200;
/** Minimum width at which inputs and values are shown side by side; the stylesheet uses the same width. */
const SIDE_BY_SIDE_PX = 560;
/** Fraction of the width used for the values. */
const RESULT_PART = 0.58;

interface ResultValue {
  readonly label: string;
  readonly distribution: Distribution;
}

/** Output of a run with the chosen inputs. */
export interface ChangedResult {
  readonly stdout: string;
  /** True if an input differs from the program's own. */
  readonly isChanged: boolean;
}

export class HazeControls extends element({
  subject: given<UncertaintySubject | undefined>(),
  /** The run with the program's own inputs. */
  _base: state<Ran | undefined>(),
  /** The run with the chosen inputs. */
  _now: state<Ran | undefined>(),
  /** Chosen values, by the source's key. */
  _set: state<ReadonlyMap<string, SourceValue>>(new Map()),
  /** Error messages for invalid fields, by the source's key. */
  _wrong: state<ReadonlyMap<string, string>>(new Map()),
  _problem: state(''),
  _isBusy: state(false),
  /** True if a run has taken so long that the user may want to stop it. */
  _isSlow: state(false),
  /** Index of the plotted value. */
  _chosen: state(0),
}) {
  static override styles = [...budgetStyle, controlsStyle];
  #stop: AbortController | undefined;
  #isWanted = false;
  #values: { readonly base: readonly ResultValue[]; readonly now: readonly ResultValue[] } = {
    base: [],
    now: [],
  };
  readonly #width = new OwnWidth(this);

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop?.abort();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('subject')) this.#begin();
    if (changed.has('_base') || changed.has('_now')) {
      this.#values = { base: listValues(this._base), now: listValues(this._now) };
    }
  }

  protected override render(): TemplateResult {
    const { _base: base } = this;
    const problem =
      this._problem === '' ? nothing : html`<p class="problem" role="alert">${this._problem}</p>`;
    if (!base) {
      return html`${problem}${this._problem === '' ? html`<p class="muted" role="status">Preparing the program and running it with the same seed…</p>` : html`<button type="button" @click=${() => this.#begin()}>Try again</button>`}`;
    }
    const { programSources: sources } = base;
    if (sources.length === 0) {
      return html`<p class="muted">The program created no distribution in this run, so there are no inputs to change. Make inputs
        uncertain, for example with <code>double voltage = UxHwDoubleGaussDist(5, 0.02);</code> from &lt;uxhw.h&gt;.</p>`;
    }
    const reset = () => this.#change(new Map());
    return html`
      ${problem}
      <div class="beside">
        <section class="inputs" aria-label="Inputs">
          <ul class="controls">${sources.slice(0, MOST_SOURCES).map((source) => this.#renderSource(source))}</ul>
          ${sources.length > MOST_SOURCES ? html`<p class="muted">${sources.length - MOST_SOURCES} more inputs are not shown.</p>` : nothing}
          <button type="button" ?disabled=${this._set.size === 0} @click=${reset}>Reset all</button>
          <span class="muted" role="status">${this._isSlow ? 'Running the program with these inputs… ' : ''}</span>
          ${this._isSlow ? html`<button type="button" @click=${() => this.#halt()}>Stop</button>` : nothing}
        </section>
        <div class="result">
          <div class="picture">${this.#renderPicture()}</div>
          <section class="values" aria-label="Values with these inputs" aria-busy=${this._isBusy}>${this.#renderResult()}</section>
        </div>
      </div>
    `;
  }

  #renderSource(source: ProgramSource): TemplateResult {
    const { key, distribution, isSettable, file, line, mean } = source;
    const set = this._set.get(key);
    const wrong = this._wrong.get(key);
    const place = file === '' ? '' : `, ${file}:${line}`;
    if (!isSettable) {
      return html`<li><b>${key}</b> <span class="muted">${distribution}${place}: derived from other values, so it cannot be changed</span></li>`;
    }
    const isFixed = set?.kind === 'fixed';
    const fix = () => this.#set(key, isFixed ? undefined : { kind: 'fixed' });
    const free = () => this.#set(key, undefined);
    const write = (event: Event) => {
      const { value } = event.target as HTMLInputElement;
      try {
        this.#set(
          key,
          value.trim() === '' || value.trim() === distribution ? undefined : parseSourceValue(value),
        );
      } catch (error) {
        this._wrong = new Map(this._wrong).set(key, messageOf(error));
      }
    };
    const shown = set ? formatSourceValue(set) : distribution;
    return html`<li>
      <div class="control-name"><b>${key}</b> <span class="muted">${distribution}${place}</span></div>
      <div class="group">
        <input class="written" aria-label=${key} aria-invalid=${wrong === undefined ? 'false' : 'true'} .value=${shown} spellcheck="false" autocomplete="off" @change=${write} />
        <button type="button" aria-pressed=${isFixed} aria-label="Fix this input: ${key}" title="A plain number: ${mean === undefined ? 'its mean' : formatNumber(mean, 6)}" @click=${fix}>Fix this input</button>
        ${set ? html`<button type="button" aria-label="Reset ${key}" @click=${free}>Reset</button>` : nothing}
      </div>
      ${wrong === undefined ? nothing : html`<p class="problem" role="alert">${wrong}</p>`}
      ${isFixed ? nothing : this.#renderSliders(source, set)}
    </li>`;
  }

  #renderSliders(
    { key, family, parameters }: ProgramSource,
    set: SourceValue | undefined,
  ): TemplateResult | typeof nothing {
    const isOther = set !== undefined && set.kind !== family;
    if (!family || !parameters || isOther) return nothing;
    const now = set && 'parameters' in set ? set.parameters : parameters;
    return html`<div class="sliders">
      ${parametersOf(family).map((name, at) => {
        const [low, high] = chooseParameterRange(family, parameters, at);
        const own = now[at]!;
        const slide = (event: Event) => {
          const wanted = Number((event.target as HTMLInputElement).value);
          // Rounds away digits that are finer than the slider's steps.
          const rounded = Number(wanted.toPrecision(6));
          this.#set(key, { kind: family, parameters: now.map((x, i) => (i === at ? rounded : x)) });
        };
        return html`<label class="slider"><span>${name}</span>
          <input type="range" aria-label="${key}, ${name}" aria-valuetext=${formatNumber(own, 6)} min=${low} max=${high} step=${(high - low) / SLIDER_STEPS} .value=${String(own)} @input=${slide} />
          <output>${formatNumber(own, 5)}</output></label>`;
      })}
    </div>`;
  }

  /** Indices of the values that currently have or previously had a spread, and the index of the plotted value. */
  get #shown(): { readonly indices: readonly number[]; readonly chosen: number | undefined } {
    const { base, now } = this.#values;
    const indices = now.flatMap((value, i) =>
      value.distribution.isPlain && base[i]?.distribution.isPlain !== false ? [] : [i],
    );
    return { indices, chosen: indices.includes(this._chosen) ? this._chosen : indices[0] };
  }

  #renderPicture(): TemplateResult | typeof nothing {
    const { base, now } = this.#values;
    const { chosen } = this.#shown;
    return chosen === undefined ? nothing : this.#renderFigure(base[chosen], now[chosen]!);
  }

  #renderResult(): TemplateResult {
    const { base, now } = this.#values;
    const { indices: shown, chosen } = this.#shown;
    if (chosen === undefined)
      return html`<p class="muted">The program prints no value with a distribution.</p>`;
    return html`
      <div class="scroll" tabindex="0" role="region" aria-label="Values before and with these inputs">
        <table>
          <thead><tr><th scope="col">value</th><th scope="col">in the program</th><th scope="col">with these inputs</th><th scope="col">remaining spread</th></tr></thead>
          <tbody>
            ${shown.slice(0, MOST_VALUES).map((i) => this.#renderValue(now[i]!, base[i], i, i === chosen))}
          </tbody>
        </table>
      </div>
      ${shown.length > MOST_VALUES ? html`<p class="muted">The output contains ${shown.length - MOST_VALUES} more values.</p>` : nothing}
      <p class="visually-hidden" role="status">${this._isBusy ? '' : tellValue(now[chosen]!)}</p>
    `;
  }

  #renderFigure(base: ResultValue | undefined, now: ResultValue): TemplateResult {
    const width = Math.max(
      240,
      this.#width.px >= SIDE_BY_SIDE_PX ? Math.floor(this.#width.px * RESULT_PART) - 24 : this.#width.px,
    );
    const height = Math.round(Math.min(260, width * 0.5));
    const { svg } = drawPlot(
      [
        { distribution: now.distribution, label: '', colour: 'var(--series-1)' },
        ...(base && base.label === now.label
          ? [{ distribution: base.distribution, label: '', colour: 'var(--muted)', isDashed: true }]
          : []),
      ],
      {
        width,
        height,
        fontSize: FONT_SIZE,
        kind: 'density',
        shape: 'smooth',
        theme: pageTheme,
        xLabel: now.label,
        description: `${tellValue(now)}${base ? `; originally ${tellValue(base)}` : ''}`,
      },
    );
    return html`<figure style="max-width: ${width}px; aspect-ratio: ${width} / ${height}">${unsafeHTML(svg)}</figure>`;
  }

  #renderValue(
    now: ResultValue,
    base: ResultValue | undefined,
    index: number,
    isChosen: boolean,
  ): TemplateResult {
    const before = base?.label === now.label ? base : undefined;
    const choose = () => {
      this._chosen = index;
    };
    const left =
      before && before.distribution.deviation > 0
        ? now.distribution.deviation / before.distribution.deviation
        : Number.NaN;
    return html`<tr>
      <th scope="row"><button type="button" class="source" aria-pressed=${isChosen} @click=${choose}>${now.label}</button></th>
      <td>${before ? tellNumber(before) : '–'}</td>
      <td>${tellNumber(now)}</td>
      <td>${Number.isFinite(left) ? `${(100 * left).toFixed(1)} %` : '–'}</td>
    </tr>`;
  }

  /** Runs the program without changes. */
  #begin(): void {
    this.#stop?.abort();
    this.#stop = undefined;
    this._base = undefined;
    this._now = undefined;
    this._set = new Map();
    this._wrong = new Map();
    this._problem = '';
    this._isBusy = false;
    this._isSlow = false;
    this.#isWanted = false;
    if (this.subject) void this.#run();
  }

  #set(key: string, value: SourceValue | undefined): void {
    const set = new Map(this._set);
    if (value) set.set(key, value);
    else set.delete(key);
    this.#change(set);
  }

  #change(set: ReadonlyMap<string, SourceValue>): void {
    this._set = set;
    this._wrong = new Map();
    void this.#run();
  }

  /** Stops the current run; the previous values stay visible. */
  #halt(): void {
    this.#isWanted = false;
    this.#stop?.abort();
  }

  /**
   * Runs the program with the chosen inputs, one run at a time. Changes made during a run are applied in the next
   * run.
   */
  async #run(): Promise<void> {
    if (this._isBusy) {
      this.#isWanted = true;
      return;
    }
    const { subject } = this;
    if (!subject) return;
    const stop = new AbortController();
    this.#stop = stop;
    this._isBusy = true;
    const slow = setTimeout(() => {
      this._isSlow = this.#stop === stop;
    }, SLOW_MS);
    do {
      this.#isWanted = false;
      const sources = Object.fromEntries(
        [...this._set].map(([key, value]) => [key, formatSourceValue(value)]),
      );
      const wish: LabWish = { trace: false, sources };
      try {
        const answer = await subject.ask(wish, () => undefined, stop.signal);
        if (this.#stop !== stop) break;
        if (answer.kind === 'not-built') throw new Error(`The program does not build: ${answer.problem}`);
        this.#show(answer, Object.keys(sources).length > 0);
      } catch (error) {
        if (this.#stop === stop) this._problem = stop.signal.aborted ? STOPPED : messageOf(error);
      }
    } while (this.#isWanted && this.#stop === stop && !stop.signal.aborted);
    clearTimeout(slow);
    if (this.#stop !== stop) return;
    this._isBusy = false;
    this._isSlow = false;
    // An input was changed while a run was being stopped.
    if (this.#isWanted && this.isConnected) void this.#run();
  }

  #show(answer: Ran, isChanged: boolean): void {
    this._problem = answer.end.kind === 'stopped' ? `The program was stopped: ${answer.end.message}.` : '';
    this._base ??= answer;
    this._now = answer;
    const { stdout } = answer;
    fire<ChangedResult>(this, 'haze-result', { stdout, isChanged });
  }
}

/**
 * The values in an output, with their distributions. Plain values are included because other inputs may give them a
 * spread.
 */
function listValues(ran: Ran | undefined): ResultValue[] {
  if (!ran) return [];
  return [...findUx(ran.stdout)].map(({ start, value }, i) => ({
    label: nameBefore(ran.stdout, start) || `value ${i + 1}`,
    distribution: distributionOfUx(value),
  }));
}

function tellNumber({ distribution: { mean, deviation } }: ResultValue): string {
  return formatPlusMinus(mean, Number.isFinite(deviation) ? deviation : 0);
}

function tellValue(value: ResultValue): string {
  return `${value.label}: ${tellNumber(value)}`;
}

customElements.define('haze-controls', HazeControls);
