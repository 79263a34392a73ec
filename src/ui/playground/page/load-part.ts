// Lazy-loading of the page's parts.
import { html, nothing, type TemplateResult } from 'lit';
import { until } from 'lit/directives/until.js';

/**
 * Loads a part. Nothing is shown meanwhile; an error is shown when the load fails.
 * @param what name of the part, as the beginning of the error
 */
export async function loadPart(
  what: string,
  load: () => Promise<unknown>,
): Promise<TemplateResult | typeof nothing> {
  try {
    await load();
    return nothing;
  } catch {
    return describeMissing(what);
  }
}

function describeMissing(what: string): TemplateResult {
  return html`<p role="alert">${what} could not be loaded. Reload the page; your program is kept.</p>`;
}

/**
 * A lazy-loaded part of the page, rendered by a function of its module. Once loaded, the part renders synchronously,
 * so each update keeps its elements. A promise would remove them and make them again.
 */
export class LatePart<Module> {
  readonly #what: string;
  readonly #load: () => Promise<Module>;
  #module: Module | undefined;

  /** @param what name of the part, as the beginning of the error */
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
