// <haze-core-form>: a form for a core with custom sizes. The form fires `haze-make-core` with the fields of the REST
// interface. The service validates the fields, and the page adds the new core to the picker.
import { html } from 'lit';
import { LANES } from '../../draft/run-settings.ts';
import { fire, pageElement, state } from '../../element/element.ts';
import type { NewCore } from '../../service/service-records.ts';

const KINDS = [
  ['Athens', 'Disable', 'Treats values as independent'],
  ['Athens', 'Autocorrelation', 'Follows dependence'],
  ['Joint', 'Autocorrelation', 'Only aligned samples'],
  ['Reference', 'Disable', 'Reference: many runs'],
  ['Bypass', 'Disable', 'Plain numbers'],
] as const;
const MEBIBYTE = 1024 ** 2;

const POINTS = Array.from({ length: 12 }, (_, i) => 4 * 2 ** i);

export class HazeCoreForm extends pageElement({
  kind: state(1),
}) {
  protected override render() {
    const [microarchitecture, tracking] = KINDS[this.kind]!;
    const hasPoints = ['Athens', 'Joint'].includes(microarchitecture);
    const options = (sizes: readonly number[], chosen: number) =>
      sizes.map((size) => html`<option .selected=${size === chosen}>${size}</option>`);
    return html`<details class="inputs">
      <summary>A custom core</summary>
      <form class="fields" @submit=${this.#tell}>
        <label class="field">
          <span>Name of the core</span>
          <input name="name" required maxlength="200" autocomplete="off" value="My core" />
        </label>
        <label class="field">
          <span>What it does</span>
          <select name="kind" @change=${this.#chooseKind}>
            ${KINDS.map(([, , title], i) => html`<option value=${i} .selected=${i === this.kind}>${title}</option>`)}
          </select>
        </label>
        <label class="field">
          <span>Points per distribution</span>
          <select name="points" ?disabled=${!hasPoints}>${options(POINTS, 128)}</select>
        </label>
        <label class="field">
          <span>Aligned samples per value</span>
          <select name="lanes" ?disabled=${tracking === 'Disable'}>${options(LANES, 4096)}</select>
        </label>
        <label class="field">
          <span>Memory in MB</span>
          <input name="megabytes" type="number" required min="1" max="4096" value="256" />
        </label>
        <div class="row"><button>Create this core</button></div>
      </form>
    </details>`;
  }

  readonly #chooseKind = (event: Event): void => {
    this.kind = Number((event.target as HTMLSelectElement).value);
  };

  readonly #tell = (event: SubmitEvent): void => {
    event.preventDefault();
    // Disabled fields do not apply to this kind of core, and FormData omits them.
    const given = new FormData(event.target as HTMLFormElement);
    const [Microarchitecture, CorrelationTracking] = KINDS[this.kind]!;
    const lanes = given.get('lanes');
    const detail: NewCore = {
      Name: String(given.get('name')).trim(),
      Microarchitecture,
      CorrelationTracking,
      MemorySize: Math.round(Number(given.get('megabytes')) * MEBIBYTE),
      Precision: Number(given.get('points') ?? 32),
      ...(lanes === null ? {} : { LaneCount: Number(lanes) }),
    };
    fire(this, 'haze-make-core', detail);
  };
}

customElements.define('haze-core-form', HazeCoreForm);
