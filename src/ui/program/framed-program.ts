// <haze-program> in a page of another site: a frame with the element in it, that is as high as what it shows, has the
// page's colours, and whose events are this element's.
import type { FrameHub } from './frame-hub.ts';
import {
  type FromFrame,
  PROGRAM_ATTRIBUTES,
  type ProgramAttributes,
  THEME_PROPERTIES,
} from './frame-messages.ts';
import { readSource } from './read-source.ts';

const LINE_PX = 21;
const AROUND_PX = 75;

/** Makes the element's class. */
export function createFramedProgram(hub: FrameHub): CustomElementConstructor {
  return class FramedProgram extends HTMLElement {
    static readonly observedAttributes = PROGRAM_ATTRIBUTES;
    #frame: HTMLIFrameElement | undefined;
    #window: Window | null = null;
    #isReady = false;
    /** Asked for before the frame could be told. */
    #isRunWanted = false;
    #source: string | undefined;
    #problem = '';
    #watch: MutationObserver | undefined;
    readonly #scheme = matchMedia('(prefers-color-scheme: dark)');
    readonly #sendTheme = () => this.#postTheme();

    get source(): string {
      return this.#source ?? '';
    }

    set source(source: string) {
      this.#source = source;
      this.#problem = '';
      if (this.#isReady) hub.post(this.#window!, { haze: 'change', attributes: this.#attributes(), source });
    }

    connectedCallback(): void {
      if (document.readyState === 'loading') {
        document.addEventListener('DOMContentLoaded', () => this.#show(), { once: true });
      } else this.#show();
    }

    disconnectedCallback(): void {
      hub.forget(this.#window);
      this.#watch?.disconnect();
      this.#scheme.removeEventListener('change', this.#sendTheme);
      this.#frame?.remove();
      this.#frame = undefined;
      this.#window = null;
      this.#isReady = false;
    }

    attributeChangedCallback(): void {
      if (this.#isReady) hub.post(this.#window!, { haze: 'change', attributes: this.#attributes() });
    }

    /** Builds and runs the program as it stands. */
    run(): void {
      if (this.#isReady) hub.post(this.#window!, { haze: 'run' });
      else this.#isRunWanted = true;
    }

    /** Stops the program that runs, if any. */
    stop(): void {
      this.#isRunWanted = false;
      if (this.#isReady) hub.post(this.#window!, { haze: 'stop' });
    }

    #show(): void {
      if (!this.isConnected || this.#frame) return;
      if (this.#source === undefined) {
        const { text, problem } = readSource(this);
        this.#source = text;
        this.#problem = problem;
      }
      const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
      const frame = hub.createFrame(this.getAttribute('label') ?? 'Program');
      const lines = this.#source.split('\n').length;
      Object.assign(frame.style, {
        display: 'block',
        width: '100%',
        height: `${AROUND_PX + LINE_PX * lines}px`,
        border: '0',
        colorScheme: 'inherit',
      });
      Object.assign(this.style, { display: 'block' });
      frame.part.add('frame');
      root.replaceChildren(frame);
      this.#frame = frame;
      this.#window = frame.contentWindow;
      hub.listen(frame, (message) => this.#hear(message));
      this.#watch = new MutationObserver(this.#sendTheme);
      const filter = { attributes: true, attributeFilter: ['class', 'style', 'data-theme'] };
      for (const watched of [document.documentElement, document.body, this])
        this.#watch.observe(watched, filter);
      this.#scheme.addEventListener('change', this.#sendTheme);
    }

    #hear(message: FromFrame): void {
      switch (message.haze) {
        case 'ready':
          this.#isReady = true;
          this.#postTheme();
          hub.post(this.#window!, {
            haze: 'show',
            source: this.source,
            problem: this.#problem,
            attributes: this.#attributes(),
          });
          if (this.#isRunWanted) this.run();
          this.#isRunWanted = false;
          return;
        case 'size': {
          const height = `${message.heightPx}px`;
          if (this.#frame && this.#frame.style.height !== height) this.#frame.style.height = height;
          return;
        }
        case 'event': {
          const { name, detail } = message;
          if (name === 'haze-change') this.#source = (detail as { source: string }).source;
          this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
        }
      }
    }

    #attributes(): ProgramAttributes {
      const address = this.getAttribute('src');
      return {
        ...(Object.fromEntries(
          PROGRAM_ATTRIBUTES.map((name) => [name, this.getAttribute(name)]),
        ) as ProgramAttributes),
        // In the frame it would be relative to another site.
        src: address === null ? null : new URL(address, document.baseURI).href,
      };
    }

    #postTheme(): void {
      if (!this.#isReady) return;
      const style = getComputedStyle(this);
      const entries = THEME_PROPERTIES.map((name) => [name, style.getPropertyValue(name).trim()] as const);
      hub.post(this.#window!, {
        haze: 'theme',
        colorScheme: style.colorScheme,
        // Empty ones too: the page may have had a colour before, in its other theme.
        properties: Object.fromEntries(entries),
      });
    }
  };
}
