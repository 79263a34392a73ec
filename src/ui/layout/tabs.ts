// A row of tabs with the usual arrow keys.
import { html, nothing, type TemplateResult } from 'lit';

export interface Tabs<Name extends string> {
  /** Name of the tab list for screen readers. */
  readonly label: string;
  readonly titles: readonly (readonly [Name, string])[];
  readonly chosen: Name;
  /** Numbers shown on the tabs. */
  readonly counts?: Partial<Record<Name, number>>;
  readonly choose: (name: Name) => void;
}

/** Renders the tabs. A tab's panel has the ID `panel-NAME`. */
export function renderTabs<Name extends string>(tabs: Tabs<Name>): TemplateResult {
  const { label, titles, chosen, counts = {}, choose } = tabs;
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = titles.findIndex(([name]) => name === chosen);
    const [next] = titles[(at + step + titles.length) % titles.length]!;
    choose(next);
    (event.currentTarget as HTMLElement).querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };
  const countOf = (name: Name) => (counts as Partial<Record<Name, number>>)[name];
  return html`<div class="tabs" role="tablist" aria-label=${label} @keydown=${move}>
    ${titles.map(
      ([name, title]) => html`<button
        type="button"
        role="tab"
        id="tab-${name}"
        aria-controls="panel-${name}"
        aria-selected=${name === chosen}
        tabindex=${name === chosen ? 0 : -1}
        @click=${() => choose(name)}
      >
        ${title}${countOf(name) ? html` <span class="count">${countOf(name)}</span>` : nothing}
      </button>`,
    )}
  </div>`;
}
