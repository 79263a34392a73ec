// <haze-examples>: the examples by field, each with a value recorded by the site's build. The element has no shadow
// tree; `haze-choose-example` carries the chosen example.
import { html, nothing, svg, type TemplateResult } from 'lit';
import gallery from '../../../examples/gallery.json' with { type: 'json' };
import { fire, pageElement, state } from '../element/element.ts';
import type { Example } from './gallery.ts';
import { PICTURE } from './picture-size.ts';
import { loadRecordedValues, type RecordedValue, type RecordedValues } from './recorded-result.ts';
import './cards.css';
import './gallery.css';

const EXAMPLES = gallery as readonly Example[];

export class HazeExamples extends pageElement({
  values: state<RecordedValues>({}),
}) {
  override connectedCallback(): void {
    super.connectedCallback();
    void loadRecordedValues().then((values) => {
      this.values = values;
    });
  }

  protected override render(): TemplateResult[] {
    return groupByField(EXAMPLES).map(
      ([field, examples]) => html`<h3>${field}</h3>
        <ul class="cards">
          ${examples.map((example) => this.#renderExample(example))}
        </ul>`,
    );
  }

  #renderExample(example: Example): TemplateResult {
    const { file, title, language, core, sentence } = example;
    return html`<li>
      <button type="button" class="card" @click=${() => fire(this, 'haze-choose-example', example)}>
        ${renderValue(this.values[file]?.value)}
        <strong>${title}</strong>
        <span>${sentence}</span>
        <small>${language} · ${core}</small>
      </button>
    </li>`;
  }
}

/** Renders the plot and the number, with space reserved for them before they load. */
function renderValue(value: RecordedValue | null | undefined): TemplateResult {
  const { width, height } = PICTURE;
  return html`<span class="example-value">
    <svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" aria-hidden="true">
      ${value ? svg`<path d=${value.outline} />` : nothing}
    </svg>
    <small>${value ? html`${value.label} <b>${value.shown}${value.unit === '' ? '' : ` ${value.unit}`}</b>` : nothing}</small>
  </span>`;
}

/** Groups examples by field, in the order of each field's first example. */
export function groupByField(
  examples: readonly Example[],
): readonly (readonly [string, readonly Example[]])[] {
  const fields = [...new Set(examples.map(({ field }) => field))];
  return fields.map((field) => [field, examples.filter((example) => example.field === field)]);
}

if (!customElements.get('haze-examples')) customElements.define('haze-examples', HazeExamples);
