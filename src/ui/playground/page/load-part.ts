// Lazy-loads the page's parts.
import { html, nothing, type TemplateResult } from 'lit';
import { until } from 'lit/directives/until.js';

/**
 * Loads the code of an element in the same template, and renders an error if loading fails.
 * @param what name of the part, used as the start of the error message
 */
export function loadPart(what: string, load: () => Promise<unknown>): unknown {
  const loading = load().then(
    () => nothing,
    () => describeMissing(what),
  );
  return until(loading, nothing);
}

function describeMissing(what: string): TemplateResult {
  return html`<p role="alert">${what} could not be loaded. Reload the page; your program is kept.</p>`;
}

/**
 * A lazy-loaded part of the page, rendered by a function from its module. Once loaded, the part renders synchronously,
 * so that its elements survive updates. Rendering from a promise would remove and recreate the elements.
 */
export class LatePart<Module> {
  readonly #what: string;
  readonly #load: () => Promise<Module>;
  #module: Module | undefined;

  /** @param what name of the part, used as the start of the error message */
  constructor(what: string, load: () => Promise<Module>) {
    this.#what = what;
    this.#load = load;
  }

  render(show: (module: Module) => unknown): unknown {
    return this.#module ? show(this.#module) : until(this.#renderLater(show), nothing);
  }

  async #renderLater(show: (module: Module) => unknown): Promise<unknown> {
    try {
      this.#module = await this.#load();
    } catch {
      return describeMissing(this.#what);
    }
    return show(this.#module);
  }
}
