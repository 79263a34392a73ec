// <haze-uncertainty>: answers questions about a run's values: what causes their uncertainty, how they are related, and
// what series they form. The panel is lazy-loaded when the first question is opened. An ordinary run does not save
// draws, so most answers require another run of the program with the same seed. The panel reports such runs.

import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { hasNamedValues } from '../../budget/explain-trace.ts';
import type { LabStep } from '../../client/program/program-lab.ts';
import { renderTabs } from '../layout/tabs.ts';
import { AnalysedRun, type Traced } from './analysed-run.ts';
import { budgetStyle } from './budget-style.ts';
import './haze-budget.ts';
import './haze-controls.ts';
import './haze-joint.ts';
import './haze-series.ts';
import { attribute, element, given, state } from '../element/element.ts';
import type { UncertaintySubject } from './uncertainty-subject.ts';

export type UncertaintyView = 'budget' | 'joint' | 'series' | 'inputs';

const VIEWS: readonly (readonly [UncertaintyView, string])[] = [
  ['budget', 'Budget'],
  ['joint', 'Together'],
  ['series', 'Series'],
  ['inputs', 'Inputs'],
];

const STEPS: Readonly<Record<LabStep, string>> = {
  building: 'Building the program…',
  running: 'Running the program again with the same seed to record its draws…',
};
/** Numbers of draws to choose from. */
const LANE_COUNTS = [1024, 4096, 16_384, 65_536];

type State =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'busy'; readonly step: LabStep }
  | { readonly kind: 'failed'; readonly problem: string }
  | { readonly kind: 'ready'; readonly run: AnalysedRun };

export class HazeUncertainty extends element({
  subject: given<UncertaintySubject | undefined>(),
  view: attribute<UncertaintyView>({ type: String }, 'budget'),
  /** 0-based index of the value among the Ux strings on stdout. */
  ordinal: attribute({ type: Number }, 0),
  _state: state<State>({ kind: 'nothing' }),
  _lanes: state<number | undefined>(),
}) {
  static override styles = budgetStyle;
  #stop: AbortController | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop?.abort();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('subject')) {
      this.#stop?.abort();
      this._state = { kind: 'nothing' };
    }
    if (this.subject && this.#takesDraws && this._state.kind === 'nothing') void this.#trace(this.subject);
  }

  protected override render(): TemplateResult {
    const { view } = this;
    return html`
      ${renderTabs({
        label: 'Analyses of the values',
        titles: VIEWS,
        chosen: view,
        choose: (name) => {
          this.view = name;
        },
      })}
      ${this.#takesDraws ? this.#renderState() : nothing}
      ${VIEWS.map(
        ([
          name,
        ]) => html`<div role="tabpanel" id="panel-${name}" aria-labelledby="tab-${name}" ?hidden=${name !== view}>
          ${name === view ? this.#renderView(name) : nothing}
        </div>`,
      )}
    `;
  }

  /**
   * True if the view needs draws. Inputs never do; series do only if the output contains names instead of
   * distributions.
   */
  get #takesDraws(): boolean {
    const { view } = this;
    if (view === 'series') return hasNamedValues(this.subject?.stdout ?? '');
    return view === 'budget' || view === 'joint';
  }

  #renderState(): TemplateResult {
    const { _state: state } = this;
    const again = () => this.subject && void this.#trace(this.subject);
    return html`
      <p class="muted" role="status">${describeState(state)}</p>
      ${state.kind === 'failed' ? html`<p class="problem" role="alert">${state.problem}</p><button type="button" @click=${again}>Try again</button>` : nothing}
      ${state.kind === 'busy' ? html`<button type="button" @click=${() => this.#stop?.abort()}>Stop</button>` : nothing}
      ${state.kind === 'ready' ? this.#renderLanes(state.run) : nothing}
    `;
  }

  #renderLanes({ trace }: AnalysedRun): TemplateResult {
    const choose = (event: Event) => {
      this._lanes = Number((event.target as HTMLSelectElement).value);
      if (this.subject) void this.#trace(this.subject);
    };
    const counts = [...new Set([...LANE_COUNTS, trace.laneCount])].sort((a, b) => a - b);
    return html`<label>${trace.areRuns && !trace.areLanes ? 'Runs' : 'Draws'}
      <select @change=${choose}>
        ${counts.map((count) => html`<option value=${count} .selected=${count === trace.laneCount}>${count.toLocaleString('en')}</option>`)}
      </select>
    </label>`;
  }

  #renderView(view: UncertaintyView): TemplateResult | typeof nothing {
    const { _state: state } = this;
    if (view === 'series' && !this.#takesDraws)
      return html`<haze-series .stdout=${this.subject?.stdout ?? ''}></haze-series>`;
    if (view === 'inputs') return html`<haze-controls .subject=${this.subject}></haze-controls>`;
    if (state.kind !== 'ready') return nothing;
    if (view === 'series') return html`<haze-series .run=${state.run}></haze-series>`;
    if (view === 'joint') return html`<haze-joint .run=${state.run}></haze-joint>`;
    return html`<haze-budget .run=${state.run} .index=${state.run.indexOf(this.ordinal) ?? 0}></haze-budget>`;
  }

  async #trace(subject: UncertaintySubject): Promise<void> {
    this.#stop?.abort();
    const stop = new AbortController();
    this.#stop = stop;
    const tell = (state: State) => {
      if (this.#stop === stop) this._state = state;
    };
    tell({ kind: 'busy', step: 'building' });
    try {
      const wish = { trace: true, ...(this._lanes === undefined ? {} : { lanes: this._lanes }) };
      const answer = await subject.ask(wish, (step) => tell({ kind: 'busy', step }), stop.signal);
      if (answer.kind === 'not-built')
        tell({ kind: 'failed', problem: `The program does not build: ${answer.problem}` });
      else tell({ kind: 'ready', run: new AnalysedRun(answer as Traced) });
    } catch (error) {
      const problem = stop.signal.aborted
        ? 'Stopped.'
        : error instanceof Error
          ? error.message
          : String(error);
      tell({ kind: 'failed', problem });
    }
  }
}

/** Describes the current step, or the runs that the answer required. */
function describeState(state: State): string {
  if (state.kind === 'busy') return STEPS[state.step];
  if (state.kind !== 'ready') return '';
  const { ran, trace } = state.run;
  const core = ran.isOtherCore
    ? `, on ${ran.coreName}, because the core of the previous run does not track which inputs a value depends on`
    : '';
  const end = ran.end.kind === 'stopped' ? ` It was stopped: ${ran.end.message}.` : '';
  const draws = trace.laneCount.toLocaleString('en');
  if (trace.areRuns)
    return `The program was run ${draws} more times with the same seed, on ${ran.coreName}.${end}`;
  return `The program was run once more with the same seed${core}; ${draws} draws.${end}`;
}

if (!customElements.get('haze-uncertainty')) customElements.define('haze-uncertainty', HazeUncertainty);
