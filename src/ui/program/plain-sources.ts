// Sources of <haze-program> elements whose code is not loaded: plain text while loading, plus a message and a button
// if loading failed.
import { frameWordsOf } from '../../docs/words/frame-words.ts';
import { ElementSource } from './element-source.ts';
import { describeMissing, describeSource } from './missing-frame.ts';
import { languageAt } from './page-language.ts';

class PlainSources {
  readonly #load: () => Promise<unknown>;
  readonly #known = new Map<Element, { readonly reader: ElementSource; text: string }>();
  readonly #watch = new MutationObserver(() => this.#find());
  #hasFailed = false;

  constructor(load: () => Promise<unknown>) {
    this.#load = load;
    this.#watch.observe(document, { childList: true, subtree: true });
    this.#find();
  }

  async begin(): Promise<void> {
    try {
      await this.#load();
      this.#watch.disconnect();
      for (const { reader } of this.#known.values()) reader.stop();
    } catch (error) {
      console.error('Haze: <haze-program> could not be loaded.', error);
      this.#hasFailed = true;
      for (const [element, { reader }] of this.#known) {
        reader.setAddress(element.getAttribute('src'));
        this.#show(element);
      }
    }
  }

  #find(): void {
    for (const element of document.querySelectorAll('haze-program:not(:defined)')) {
      if (this.#known.has(element)) continue;
      const reader = new ElementSource(element, ({ text }) => {
        this.#known.get(element)!.text = text;
        this.#show(element);
      });
      this.#known.set(element, { reader, text: '' });
      if (this.#hasFailed) reader.setAddress(element.getAttribute('src'));
      reader.start(() => false);
    }
  }

  #show(element: Element): void {
    if (customElements.get('haze-program')) return;
    const { text } = this.#known.get(element)!;
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    if (!this.#hasFailed) {
      root.replaceChildren(describeSource(text));
      return;
    }
    const lang = languageAt(element);
    const tryAgain = () =>
      void this.begin().then(() => (element as Partial<{ run(): Promise<void> }>).run?.());
    root.replaceChildren(...describeMissing(text, { lang, problem: frameWordsOf(lang).noScript, tryAgain }));
  }
}

/** Loads the element; until then, and if loading fails, all its tags in the page show their sources. */
export function loadElement(load: () => Promise<unknown>): void {
  void new PlainSources(load).begin();
}
