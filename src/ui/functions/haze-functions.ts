// <haze-functions>: a searchable drawer that lists all functions for distributions in groups. Each function has a
// small plot, a description, and a button that inserts a call into the program (`haze-insert-call`).
import { html, nothing, svg } from 'lit';
import type { DescribedFunction } from '../../uxhw/describe-functions.ts';
import { describeInC, describeInFortran } from '../../uxhw/describe-functions.ts';
import type { Language } from '../draft/program.ts';
import { showSentence } from '../editor/assist/describe-name.ts';
import { fire, given, pageElement, state } from '../element/element.ts';
import { drawFamily } from './family-picture.ts';

export interface InsertedCall {
  readonly text: string;
}

const WIDTH = 72;
const HEIGHT = 28;

/** Source text of a call: the family's example or, for other functions, the parameter names. */
export function writeCall({ name, family, parameters }: DescribedFunction, language: Language): string {
  const [example] = family?.examples ?? [];
  const words = example
    ? example.map((value) => writeNumber(value, language))
    : parameters.map(({ text }) => (/\(\*(\w+)\)/.exec(text) ?? /\b(\w+)(?:\(:\))?$/.exec(text))![1]!);
  return `${name}(${words.join(', ')})`;
}

function writeNumber(value: number, language: Language): string {
  const text = Number.isInteger(value) ? `${value}.0` : String(value);
  return language === 'Fortran' ? `${text}d0` : text;
}

export class HazeFunctions extends pageElement({
  language: given<Language>('C'),
  wanted: state(''),
}) {
  open(): void {
    this.querySelector('dialog')?.showModal();
  }

  protected override render() {
    const all =
      this.language === 'Fortran'
        ? describeInFortran()
        : describeInC().filter(({ name }) => name.startsWith('UxHwDouble'));
    const wanted = this.wanted.trim().toLowerCase();
    const found = all.filter(({ name, about }) => `${name} ${about}`.toLowerCase().includes(wanted));
    const group = (title: string, members: readonly DescribedFunction[]) =>
      members.length === 0
        ? nothing
        : html`<h3>${title}</h3>
            <ul class="functions">
              ${members.map((one) => this.#renderFunction(one))}
            </ul>`;
    return html`<dialog class="drawer" aria-labelledby="functions-title" closedby="any">
      <header>
        <h2 id="functions-title">Functions</h2>
        <button type="button" class="quiet" @click=${this.#close}>Close</button>
      </header>
      <label class="field">
        <span>Find a function</span>
        <input
          type="search"
          autocomplete="off"
          .value=${this.wanted}
          @input=${(event: Event) => {
            this.wanted = (event.target as HTMLInputElement).value;
          }}
        />
      </label>
      ${found.length === 0 ? html`<p class="empty">No function has “${this.wanted}” in its name or description.</p>` : nothing}
      ${group(
        'Distributions',
        found.filter(({ family }) => family),
      )}
      ${group(
        'From data, questions, Bayes’ rule, bytes',
        found.filter(({ family }) => !family),
      )}
      <p class="muted">
        ${
          this.language === 'Fortran'
            ? 'Each function is generic in its kind K: real(8) or real(4).'
            : 'Each function has a second form for float: UxHwFloatGaussDist and so on.'
        }
      </p>
    </dialog>`;
  }

  #renderFunction(one: DescribedFunction) {
    const { name, about, signature, family } = one;
    return html`<li>
      ${
        family
          ? html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" width=${WIDTH} height=${HEIGHT} aria-hidden="true">
              ${svg`<path d=${drawFamily(family, WIDTH, HEIGHT)} fill="var(--haze-accent)"></path>`}
            </svg>`
          : nothing
      }
      <div>
        <strong class="mono">${name}</strong>
        ${showSentence('', about)}
        <code class="muted">${signature}</code>
      </div>
      <button type="button" aria-label="Insert ${name}" @click=${() => this.#insert(one)}>Insert</button>
    </li>`;
  }

  #insert(one: DescribedFunction): void {
    this.#close();
    const detail: InsertedCall = { text: writeCall(one, this.language) };
    fire(this, 'haze-insert-call', detail);
  }

  readonly #close = (): void => this.querySelector('dialog')?.close();
}

if (!customElements.get('haze-functions')) customElements.define('haze-functions', HazeFunctions);
