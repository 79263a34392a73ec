// <haze-run-settings>: fields for seed, number of runs, lanes and time limit. The element fires `haze-settings` with
// all settings. A field with an invalid value shows an error and fires no event.
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import {
  describeCoreSettings,
  isSetting,
  LANES,
  MOST_RUNS,
  MOST_SECONDS,
  type RunSettings,
} from '../../draft/run-settings.ts';
import { fire, given, pageElement, state } from '../../element/element.ts';
import type { Core } from '../../service/service-records.ts';

type Written = 'seed' | 'runs' | 'seconds';

const RULES: Readonly<Record<Written, string>> = {
  seed: 'A seed is a whole number from 0 to 2⁶⁴ − 1, decimal or hexadecimal with 0x.',
  runs: `A Reference core can run a program 1 to ${MOST_RUNS} times.`,
  seconds: `A run can take 0.1 to ${MOST_SECONDS} seconds.`,
};

export class HazeRunSettings extends pageElement({
  settings: given<RunSettings>({}),
  core: given<Core | undefined>(),
  /** Contents of fields that do not contain a valid setting. */
  typed: state<Partial<Record<Written, string>>>({}),
}) {
  #told: RunSettings | undefined;

  protected override willUpdate(changed: PropertyValues): void {
    // Discards the typed text, because the settings now belong to another program.
    if (changed.has('settings') && this.settings !== this.#told) this.typed = {};
  }

  protected override render(): TemplateResult {
    const { hasLanes, hasRuns } = describeCoreSettings(this.core);
    return html`<fieldset class="run-settings">
      <legend>How it runs</legend>
      ${this.#renderField('seed', { label: 'Seed', hint: 'random', isOff: false })}
      ${this.#renderField('seconds', { label: 'Time limit in seconds', hint: '60', isOff: false })}
      ${this.#renderField('runs', { label: 'Runs, on Reference cores', hint: '10000', isOff: !hasRuns })}
      <label class="field" title="Draws of each value that the core computes together">
        <span>Lanes, on cores that track dependence</span>
        <select ?disabled=${!hasLanes} @change=${this.#chooseLanes}>
          <option value="" .selected=${this.settings.lanes === undefined}>core’s default</option>
          ${LANES.map((lanes) => html`<option .selected=${lanes === this.settings.lanes}>${lanes}</option>`)}
        </select>
      </label>
    </fieldset>`;
  }

  #renderField(
    name: Written,
    { label, hint, isOff }: { readonly label: string; readonly hint: string; readonly isOff: boolean },
  ): TemplateResult {
    const wrong = this.typed[name];
    const isWrong = wrong !== undefined;
    return html`<label class="field">
      <span>${label}</span>
      <input
        class="mono"
        autocomplete="off"
        spellcheck="false"
        inputmode=${name === 'seed' ? 'text' : 'decimal'}
        placeholder=${hint}
        ?disabled=${isOff}
        aria-invalid=${isWrong}
        aria-describedby=${isWrong ? `wrong-${name}` : nothing}
        .value=${wrong ?? String(this.settings[name] ?? '')}
        @input=${(event: Event) => this.#write(name, (event.target as HTMLInputElement).value)}
      />
      ${isWrong ? html`<span class="error" role="alert" id="wrong-${name}">${RULES[name]} The next run will not use it.</span>` : nothing}
    </label>`;
  }

  #write(name: Written, written: string): void {
    const text = written.trim();
    const value = name === 'seed' ? text : Number(text);
    const isRight = text === '' || isSetting(name, value);
    const { [name]: _, ...others } = this.typed;
    this.typed = isRight ? others : { ...others, [name]: written };
    this.#tell({ [name]: isRight && text !== '' ? value : undefined });
  }

  readonly #chooseLanes = (event: Event): void => {
    const { value } = event.target as HTMLSelectElement;
    this.#tell({ lanes: value === '' ? undefined : Number(value) });
  };

  #tell(changes: { readonly [Name in keyof RunSettings]: RunSettings[Name] | undefined }): void {
    const all = Object.entries({ ...this.settings, ...changes }).filter(([, value]) => value !== undefined);
    const detail: RunSettings = Object.fromEntries(all);
    this.#told = detail;
    fire(this, 'haze-settings', detail);
  }
}

customElements.define('haze-run-settings', HazeRunSettings);
