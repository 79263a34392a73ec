// <haze-menu>: a button that opens a list of actions or choices. Arrow keys, Home, End and first letters move within
// the list; Escape, Tab or a press elsewhere closes it. The element has no shadow tree and uses the page's
// stylesheet.
import { html, nothing, type TemplateResult } from 'lit';
import { attribute, given, pageElement, state } from '../element/element.ts';
import { type IconName, renderIcon } from './icons.ts';

export interface MenuItem {
  readonly title: string;
  readonly icon?: IconName;
  /** True if the choice is the current one; undefined for an action. */
  readonly isChosen?: boolean;
  /** True if the choice is one of several (radio) rather than a separate switch. */
  readonly isOneOf?: boolean;
  readonly choose: () => void;
}

export class HazeMenu extends pageElement({
  /** The button's text. */
  label: attribute({ type: String }, ''),
  icon: attribute<IconName>({ type: String }, 'more'),
  items: given<readonly MenuItem[]>([]),
  /** Shows the label only to screen readers and as the icon's tooltip. */
  iconOnly: attribute({ type: Boolean, attribute: 'icon-only' }, false),
  disabled: attribute({ type: Boolean }, false),
  isOpen: state(false),
}) {
  #placedAt = { left: 0, bottom: 0 };

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#close();
  }

  protected override render(): TemplateResult {
    return html`<button
        type="button"
        class=${this.iconOnly ? 'quiet icon-button' : 'quiet'}
        aria-haspopup="menu"
        aria-expanded=${this.isOpen}
        ?disabled=${this.disabled}
        title=${this.iconOnly ? this.label : nothing}
        @click=${this.#toggle}
        @keydown=${this.#openByKey}
      >
        ${renderIcon(this.icon)}
        ${this.iconOnly ? html`<span class="visually-hidden">${this.label}</span>` : html`<span>${this.label}</span> <span aria-hidden="true">▾</span>`}
      </button>
      ${
        this.isOpen
          ? html`<div class="menu-items" popover="manual" role="menu" aria-label=${this.label} @keydown=${this.#move}>
              ${this.items.map((item) => this.#renderItem(item))}
            </div>`
          : nothing
      }`;
  }

  #renderItem({ title, icon, isChosen, isOneOf, choose }: MenuItem): TemplateResult {
    const role =
      isChosen === undefined ? 'menuitem' : isOneOf === true ? 'menuitemradio' : 'menuitemcheckbox';
    return html`<button
      type="button"
      role=${role}
      tabindex="-1"
      aria-checked=${isChosen ?? nothing}
      @click=${() => {
        this.#close();
        this.#button?.focus();
        choose();
      }}
    >
      ${icon ? renderIcon(icon) : nothing}<span>${title}</span>${isChosen ? renderIcon('check') : nothing}
    </button>`;
  }

  get #button(): HTMLButtonElement | null {
    return this.querySelector('button');
  }

  get #choices(): HTMLElement[] {
    return [...this.querySelectorAll<HTMLElement>('[role^=menuitem]')];
  }

  readonly #toggle = (event: MouseEvent): void => {
    if (this.isOpen) this.#close();
    // A click from the keyboard has no coordinates; in that case the list takes the focus.
    else void this.#open(event.detail === 0 ? 0 : undefined);
  };

  readonly #openByKey = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    void this.#open(event.key === 'ArrowDown' ? 0 : -1);
  };

  async #open(focused: number | undefined): Promise<void> {
    this.isOpen = true;
    document.addEventListener('pointerdown', this.#closeOutside);
    this.addEventListener('focusout', this.#closeLeft);
    await this.updateComplete;
    this.#place();
    if (focused !== undefined) this.#choices.at(focused)?.focus();
  }

  /** Shows the list on top of all panes, which would otherwise clip it, and inside the window. */
  #place(): void {
    const list = this.querySelector<HTMLElement>('.menu-items');
    // Browsers without popover support show the list below the button.
    if (!list?.showPopover) return;
    list.showPopover();
    const { left, right, bottom } = this.getBoundingClientRect();
    const wanted = this.getAttribute('align') === 'end' ? right - list.offsetWidth : left;
    list.style.left = `${Math.max(0, Math.min(wanted, innerWidth - list.offsetWidth))}px`;
    list.style.top = `${Math.max(0, Math.min(bottom + 2, innerHeight - list.offsetHeight))}px`;
    this.#placedAt = { left, bottom };
    document.addEventListener('scroll', this.#closeMoved, { capture: true });
  }

  /** Closes the list after a scroll that moved the button. Scrolling elsewhere, as new output does, leaves it open. */
  readonly #closeMoved = (): void => {
    const { left, bottom } = this.getBoundingClientRect();
    if (left !== this.#placedAt.left || bottom !== this.#placedAt.bottom) this.#close();
  };

  #close(): void {
    this.isOpen = false;
    document.removeEventListener('scroll', this.#closeMoved, { capture: true });
    document.removeEventListener('pointerdown', this.#closeOutside);
    this.removeEventListener('focusout', this.#closeLeft);
  }

  readonly #closeOutside = (event: Event): void => {
    if (!this.contains(event.target as Node)) this.#close();
  };

  readonly #closeLeft = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget instanceof Node && !this.contains(relatedTarget)) this.#close();
  };

  readonly #move = (event: KeyboardEvent): void => {
    const choices = this.#choices;
    const at = choices.indexOf(document.activeElement as HTMLElement);
    if (event.key === 'Escape') {
      event.stopPropagation();
      this.#close();
      this.#button?.focus();
      return;
    }
    const next = nextChoice(choices, at, event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
}

/** Item that a key moves to from the item at this index; undefined if there is none. */
function nextChoice(choices: readonly HTMLElement[], at: number, key: string): HTMLElement | undefined {
  switch (key) {
    case 'ArrowDown':
      return choices[(at + 1) % choices.length];
    case 'ArrowUp':
      return choices.at(at <= 0 ? -1 : at - 1);
    case 'Home':
      return choices[0];
    case 'End':
      return choices.at(-1);
  }
  if (key.length !== 1 || key === ' ') return undefined;
  const from = [...choices.slice(at + 1), ...choices.slice(0, at + 1)];
  return from.find((choice) => choice.innerText.trim().toLowerCase().startsWith(key.toLowerCase()));
}

customElements.define('haze-menu', HazeMenu);
