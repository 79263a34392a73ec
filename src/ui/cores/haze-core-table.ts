// <haze-core-table>: shows the program's results on several cores. Each core has a row with a value, its density on a
// common scale, and the time. The element has no shadow tree. `haze-run-cores` carries the chosen cores; the page runs
// the program on them and saves each run.
import { html, nothing, type TemplateResult } from 'lit';
import { chooseXLimits } from '../../plot/drawing/plot-limits.ts';
import '../compare/comparison.css';
import { formatTime } from '../run/format-figures.ts';
import type { Core } from '../service/service-records.ts';
import { WORTH_MEANING } from '../value/explain-words.ts';
import '../value/haze-spark.ts';
import './cores.css';
import { fire, given, pageElement, state } from '../element/element.ts';
import { groupCores } from './core-meaning.ts';
import { type CoreRow, type CoreRuns, chooseName, describeWorth, findShown, listNames } from './core-rows.ts';

/** Cores that are chosen initially, in addition to the program's own core. */
const USUAL: readonly string[] = ['C0-S', 'C0-S+', 'C0-Joint'];

export class HazeCoreTable extends pageElement({
  cores: given<readonly Core[]>([]),
  /** The program's own core. */
  own: given<Core | undefined>(),
  runs: given<CoreRuns | undefined>(),
  /** True if the program or its inputs have changed since the results were computed. */
  isStale: given(false),
  /** True if another job is running. */
  isBlocked: given(false),
  /** IDs of the chosen cores; undefined until the user chooses. */
  chosen: state<ReadonlySet<string> | undefined>(),
  /** Name of the value shown; undefined until the user chooses. */
  name: state<string | undefined>(),
}) {
  protected override render(): TemplateResult {
    const { cores, runs, isBlocked } = this;
    const chosen = this.#listChosen();
    return html`<form class="cores-choice" @submit=${this.#run}>
        ${groupCores(cores).map(([heading, members]) => this.#renderGroup(heading, members, chosen))}
        <button ?disabled=${isBlocked || chosen.size === 0}>Run on ${chosen.size === 1 ? 'this core' : `these ${chosen.size} cores`}</button>
      </form>
      ${runs ? this.#renderRuns(runs) : html`<p class="muted">Each core gets a row here, with a value, its density and the run time. “Runs” lists every run.</p>`}`;
  }

  /** Renders the checkboxes of a group. A group of rare cores is collapsed unless one of its cores is chosen. */
  #renderGroup(heading: string, members: readonly Core[], chosen: ReadonlySet<string>): TemplateResult {
    const boxes = members.map(
      (core) => html`<label class="check">
        <input
          type="checkbox"
          .checked=${chosen.has(core.CoreID)}
          @change=${(event: Event) => this.#choose(core, (event.target as HTMLInputElement).checked)}
        />${core.Name}
      </label>`,
    );
    const isRare = members.every(({ Class, Owner }) => Owner === 'haze' && Class !== 'C0');
    if (!isRare) return html`<fieldset><legend>${heading}</legend>${boxes}</fieldset>`;
    const isOpen = members.some(({ CoreID }) => chosen.has(CoreID));
    return html`<details ?open=${isOpen}>
      <summary>${heading}</summary>
      <fieldset aria-label=${heading}>${boxes}</fieldset>
    </details>`;
  }

  #renderRuns({ rows }: CoreRuns): TemplateResult {
    const names = listNames(rows);
    const wanted = this.name !== undefined && names.includes(this.name) ? this.name : chooseName(rows);
    const shown = rows.map((row) => (wanted === undefined ? undefined : findShown(row, wanted)));
    const spread = shown.flatMap((value) =>
      value && !value.distribution.isPlain ? [value.distribution] : [],
    );
    const limits = spread.length > 0 ? chooseXLimits(spread, [undefined, undefined]) : undefined;
    return html`
      ${
        names.length < 2
          ? nothing
          : html`<label class="field value-choice">
              <span>Value</span>
              <select @change=${this.#show}>
                ${names.map((name) => html`<option .selected=${name === wanted}>${name}</option>`)}
              </select>
            </label>`
      }
      ${this.isStale ? html`<p class="before">before your changes</p>` : nothing}
      <div class="comparison comparison-table ${this.isStale ? 'stale' : ''}" tabindex="0" role="region" aria-label="The program on several cores">
        <table>
          <thead>
            <tr>
              <th scope="col">Core</th><th scope="col">${wanted ?? 'Value'}</th><th scope="col">Density</th>
              <th scope="col" title=${WORTH_MEANING}>Worth</th><th scope="col">Run time</th><th scope="col">Outcome</th>
            </tr>
          </thead>
          <tbody>
            ${rows.map((row, i) => {
              const value = shown[i];
              return html`<tr>
                <th scope="row">${row.core.Name}</th>
                <td>${value?.text ?? '–'}</td>
                <td>${value ? html`<haze-spark .limits=${limits} .distribution=${value.distribution}></haze-spark>` : nothing}</td>
                <td>${wanted === undefined ? '–' : describeWorth(row, rows, wanted)}</td>
                <td>${row.tookMs === undefined ? '–' : formatTime(row.tookMs)}</td>
                <td>${describeEnd(row)}</td>
              </tr>`;
            })}
          </tbody>
        </table>
      </div>`;
  }

  #listChosen(): ReadonlySet<string> {
    if (this.chosen) return this.chosen;
    const usual = this.cores.filter(
      (core) => core === this.own || (core.Owner === 'haze' && USUAL.includes(core.Name)),
    );
    return new Set(usual.map(({ CoreID }) => CoreID));
  }

  #choose({ CoreID }: Core, isWanted: boolean): void {
    const rest = [...this.#listChosen()].filter((id) => id !== CoreID);
    this.chosen = new Set(isWanted ? [...rest, CoreID] : rest);
  }

  readonly #show = (event: Event): void => {
    this.name = (event.target as HTMLSelectElement).value;
  };

  readonly #run = (event: SubmitEvent): void => {
    event.preventDefault();
    const chosen = this.#listChosen();
    const detail = this.cores.filter(({ CoreID }) => chosen.has(CoreID));
    fire(this, 'haze-run-cores', detail);
  };
}

function describeEnd({ phase, problem }: CoreRow): string {
  if (phase !== 'ended') return phase;
  return problem ?? 'completed';
}

if (!customElements.get('haze-core-table')) customElements.define('haze-core-table', HazeCoreTable);
