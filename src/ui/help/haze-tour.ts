// <haze-tour>: a seven-step tour of the page; each step is shown beside the element that it explains. The tour takes
// the focus and returns it at the end. Escape ends the tour, which can be started again. The explained element is
// outlined; nothing moves on its own.
import { html, nothing } from 'lit';
import { fire, pageElement, state } from '../element/element.ts';

interface Step {
  readonly title: string;
  readonly text: string;
  /** Selector of the element to explain; if it matches several, the visible one is used. */
  readonly selector: string;
  /** Side that contains the element on a narrow page. */
  readonly side: 'code' | 'result';
}

const STEPS: readonly Step[] = [
  {
    title: 'A program',
    text: 'A program in C, C++ or Fortran, like any other. Only calls such as UxHwDoubleGaussDist(5.0, 0.1) are new: they say that a number is not known exactly, and how it is distributed.',
    selector: '.editor',
    side: 'code',
  },
  {
    title: 'A core',
    text: 'The core computes with distributions. Cores differ in how many points they keep for each distribution, and in whether they track dependence between values (those with a +).',
    selector: '.toolbar .core',
    side: 'code',
  },
  {
    title: 'Run',
    text: 'Run builds the program in this page and runs it. The first edited program downloads the compiler; after that, C programs need no network.',
    selector: '.run-buttons, .bottom-bar',
    side: 'code',
  },
  {
    title: 'The result',
    text: 'Every printed number appears here with its standard deviation and a small picture. Press a number to see its whole distribution.',
    selector: '.result',
    side: 'result',
  },
  {
    title: 'Which input matters',
    text: '“What makes it uncertain?” shows how much each input contributes to a value’s spread, and therefore which input to measure better.',
    selector: '.output-tools',
    side: 'result',
  },
  {
    title: 'What if',
    text: 'There, “Inputs” has a slider for every input. Move a slider, and the printed values update; the program itself does not change.',
    selector: '.output-tools',
    side: 'result',
  },
  {
    title: 'Your own',
    text: 'Change a number and run again. Functions lists all distributions and inserts calls into the program; Examples has more programs, by field.',
    selector: '.editor-tools',
    side: 'code',
  },
];
const SHOWN = 'tour-shown';

export class HazeTour extends pageElement({
  /** The current step; undefined if the tour is not running. */
  step: state<number | undefined>(),
}) {
  #from: HTMLElement | undefined;

  /** Starts the tour. */
  async begin(): Promise<void> {
    this.#from = document.activeElement instanceof HTMLElement ? document.activeElement : undefined;
    await this.#show(0);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unmark();
  }

  protected override render() {
    const { step } = this;
    if (step === undefined) return nothing;
    const { title, text } = STEPS[step]!;
    const isLast = step === STEPS.length - 1;
    return html`<section
      class="tour"
      role="dialog"
      aria-labelledby="tour-title"
      aria-describedby="tour-text"
      tabindex="-1"
      @keydown=${(event: KeyboardEvent) => event.key === 'Escape' && this.#leave()}
    >
      <h2 id="tour-title">${title}</h2>
      <p id="tour-text">${text}</p>
      <div class="row">
        <span class="muted">Step ${step + 1} of ${STEPS.length}</span>
        <button type="button" class="quiet" @click=${() => this.#leave()}>${isLast ? 'Close' : 'Leave the tour'}</button>
        <button type="button" ?disabled=${step === 0} @click=${() => this.#show(step - 1)}>Back</button>
        ${isLast ? nothing : html`<button type="button" class="primary" @click=${() => this.#show(step + 1)}>Next</button>`}
      </div>
    </section>`;
  }

  async #show(step: number): Promise<void> {
    this.step = step;
    this.#unmark();
    const { selector, side } = STEPS[step]!;
    fire(this, 'haze-tour-shows', side);
    await this.updateComplete;
    const target = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility());
    target?.classList.add(SHOWN);
    target?.scrollIntoView({ block: 'nearest' });
    // Taking the focus makes screen readers read out the title and text.
    this.querySelector<HTMLElement>('.tour')?.focus({ preventScroll: true });
  }

  #leave(): void {
    this.step = undefined;
    this.#unmark();
    if (this.#from?.isConnected) this.#from.focus();
  }

  #unmark(): void {
    for (const shown of document.querySelectorAll(`.${SHOWN}`)) shown.classList.remove(SHOWN);
  }
}

if (!customElements.get('haze-tour')) customElements.define('haze-tour', HazeTour);
