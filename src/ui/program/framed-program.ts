// <haze-program> in a page of another site: a frame that contains the real element. The frame is as high as its
// content and uses the page's colours; its events are re-dispatched here. This element reads and fetches sources with
// the page's own rights, and sends them as text.
import type { DataContents } from '../../client/program/program-messages.ts';
import { frameWordsOf } from '../../docs/words/frame-words.ts';
import { ElementModule } from './element-module.ts';
import { ElementSource } from './element-source.ts';
import { type FrameHub, READY_WAIT_MS } from './frame-hub.ts';
import {
  type FromFrame,
  PROGRAM_ATTRIBUTES,
  type ProgramAttributes,
  STOPPED,
  THEME_PROPERTIES,
} from './frame-messages.ts';
import { describeMissing, describeSource } from './missing-frame.ts';
import { directionAt, languageAt } from './page-language.ts';

const LINE_PX = 21;
const AROUND_PX = 75;

/** Creates the element's class. */
export function createFramedProgram(hub: FrameHub): CustomElementConstructor {
  return class FramedProgram extends HTMLElement {
    static readonly observedAttributes = [...PROGRAM_ATTRIBUTES, 'src', 'module'];
    readonly #module = new ElementModule();
    #frame: HTMLIFrameElement | undefined;
    #window: Window | null = null;
    #isReady = false;
    /** True if `run` was called before the frame was ready. */
    #isRunWanted = false;
    /** True if the frame has reported the start of a run but not its end. */
    #isRunning = false;
    /** The source as plain text, shown until the frame displays it. */
    #plain: HTMLElement | undefined;
    #source: string | undefined;
    #files: Readonly<Record<string, string>> = {};
    #data: DataContents = {};
    #problem = '';
    #watch: MutationObserver | undefined;
    /** Cancels the wait for the frame. */
    #stopWaiting: (() => void) | undefined;
    readonly #reader = new ElementSource(this, ({ text, problem }) => this.#setSource(text, problem));
    readonly #scheme = matchMedia('(prefers-color-scheme: dark)');
    readonly #sendTheme = () => this.#postTheme();

    get source(): string {
      return this.#source ?? '';
    }

    set source(source: string) {
      this.#setSource(source, '');
    }

    get files(): Readonly<Record<string, string>> {
      return this.#files;
    }

    set files(files: Readonly<Record<string, string>>) {
      this.#files = files;
      if (this.#isReady) this.#post({ haze: 'change', attributes: this.#attributes(), files });
    }

    get data(): DataContents {
      return this.#data;
    }

    set data(data: DataContents) {
      this.#data = data;
      if (this.#isReady) this.#post({ haze: 'change', attributes: this.#attributes(), data });
    }

    connectedCallback(): void {
      this.#reader.start(() => this.#source !== undefined);
      if (document.readyState === 'loading') {
        document.addEventListener('DOMContentLoaded', () => this.#show(), { once: true });
      } else this.#show();
    }

    disconnectedCallback(): void {
      this.#reader.stop();
      this.#watch?.disconnect();
      this.#scheme.removeEventListener('change', this.#sendTheme);
      this.#removeFrame();
    }

    attributeChangedCallback(name: string, _before: string | null, now: string | null): void {
      if (name === 'src') this.#reader.setAddress(now || null);
      else if (name === 'module') {
        this.#module.setAddress(now);
        const hasModule = this.#module.isNamed;
        if (this.#isReady) this.#post({ haze: 'change', attributes: this.#attributes(), hasModule });
      } else this.#postAttributes();
    }

    /** Builds and runs the current program. */
    run(): void {
      this.#isRunWanted = true;
      if (this.#isReady) void this.#runOnceRead();
      // Retries if the frame failed to load. Loads the frame immediately, even if it is further down the page.
      else if (this.isConnected && document.readyState !== 'loading') {
        this.#show();
        if (this.#frame) this.#frame.loading = 'eager';
      }
    }

    /** Stops the running program, if any. */
    stop(): void {
      this.#isRunWanted = false;
      if (this.#isReady) this.#post({ haze: 'stop' });
    }

    async #runOnceRead(): Promise<void> {
      if (this.#reader.isLoading) await this.#reader.settled;
      if (!this.#isRunWanted || !this.#isReady) return;
      this.#isRunWanted = false;
      this.#post({ haze: 'run' });
    }

    #setSource(source: string, problem: string): void {
      this.#source = source;
      this.#problem = problem;
      if (this.#plain) this.#plain.textContent = source;
      if (this.#isReady) this.#post({ haze: 'change', attributes: this.#attributes(), source, problem });
    }

    #show(): void {
      if (!this.isConnected || this.#frame) return;
      const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
      const frame = hub.createFrame(this.getAttribute('label') ?? frameWordsOf(languageAt(this)).program);
      const lines = this.source.split('\n').length;
      Object.assign(frame.style, {
        display: 'block',
        width: '100%',
        height: `${AROUND_PX + LINE_PX * lines}px`,
        border: '0',
        colorScheme: 'inherit',
      });
      Object.assign(this.style, { display: 'block', position: 'relative' });
      frame.part.add('frame');
      // The frame stays blank until it has loaded, which may happen only when the reader scrolls near it.
      this.#plain = describeSource(this.source);
      Object.assign(this.#plain.style, { position: 'absolute', inset: '0', margin: '0', overflow: 'auto' });
      root.replaceChildren(frame, this.#plain);
      this.#frame = frame;
      this.#window = frame.contentWindow;
      hub.listen(frame, (message) => this.#hear(message));
      this.#stopWaiting = hub.awaitReady(frame, READY_WAIT_MS, () => this.#giveUp(root));
      this.#watch?.disconnect();
      this.#watch = new MutationObserver((changes) => {
        if (changes.some(({ attributeName }) => attributeName === 'lang' || attributeName === 'dir'))
          this.#postAttributes();
        this.#postTheme();
      });
      const filter = { attributes: true, attributeFilter: ['class', 'style', 'data-theme', 'lang', 'dir'] };
      for (const watched of [document.documentElement, document.body, this])
        this.#watch.observe(watched, filter);
      this.#scheme.addEventListener('change', this.#sendTheme);
    }

    #giveUp(root: ShadowRoot): void {
      this.#removeFrame();
      const lang = languageAt(this);
      const problem = frameWordsOf(lang).noFrame;
      root.replaceChildren(...describeMissing(this.source, { lang, problem, tryAgain: () => this.run() }));
      if (!this.#isRunWanted) return;
      this.#isRunWanted = false;
      this.#tell('haze-end', { kind: 'failed', exitStatus: undefined, problem: frameWordsOf('en').noFrame });
    }

    #removeFrame(): void {
      this.#stopWaiting?.();
      hub.forget(this.#window);
      this.#frame?.remove();
      this.#plain?.remove();
      this.#frame = undefined;
      this.#plain = undefined;
      this.#window = null;
      this.#isReady = false;
      // The program is terminated with its frame, which can then no longer report the end of the run.
      if (this.#isRunning)
        this.#tell('haze-end', { kind: 'stopped', exitStatus: undefined, problem: STOPPED });
    }

    #hear(message: FromFrame): void {
      switch (message.haze) {
        case 'ready':
          this.#stopWaiting?.();
          this.#plain?.remove();
          this.#plain = undefined;
          this.#isReady = true;
          this.#postTheme();
          this.#post({
            haze: 'show',
            source: this.source,
            files: this.#files,
            data: this.#data,
            problem: this.#problem,
            attributes: this.#attributes(),
            hasModule: this.#module.isNamed,
          });
          if (this.#isRunWanted) void this.#runOnceRead();
          return;
        case 'size': {
          const height = `${message.heightPx}px`;
          if (this.#frame && this.#frame.style.height !== height) this.#frame.style.height = height;
          return;
        }
        case 'want-module':
          void this.#module.load().then((module) => {
            if (this.#isReady) this.#post({ haze: 'module', ...(module ? { module } : {}) });
          });
          return;
        case 'event': {
          const { name, detail } = message;
          if (name === 'haze-change') this.#source = (detail as { source: string }).source;
          this.#tell(name, detail);
        }
      }
    }

    #tell(name: string, detail: object): void {
      if (name === 'haze-run' || name === 'haze-end') this.#isRunning = name === 'haze-run';
      this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
    }

    #post(message: Parameters<FrameHub['post']>[1]): void {
      hub.post(this.#window!, message);
    }

    #postAttributes(): void {
      if (this.#isReady) this.#post({ haze: 'change', attributes: this.#attributes() });
    }

    #attributes(): ProgramAttributes {
      const own = PROGRAM_ATTRIBUTES.map((name) => [name, this.getAttribute(name)] as const);
      const place = { lang: languageAt(this) || null, dir: directionAt(this) };
      const label = this.getAttribute('label') || this.#number();
      return { ...(Object.fromEntries(own) as ProgramAttributes), ...place, label };
    }

    /**
     * Label for an unlabelled program, unless it is the first program in the page. The program's frame cannot number
     * it, because the frame cannot see the other elements.
     */
    #number(): string | null {
      const at = [...document.querySelectorAll(this.localName)].indexOf(this);
      return at > 0 ? `${frameWordsOf(languageAt(this)).program} ${at + 1}` : null;
    }

    #postTheme(): void {
      if (!this.#isReady) return;
      const style = getComputedStyle(this);
      const names = Object.keys(THEME_PROPERTIES);
      this.#post({
        haze: 'theme',
        colorScheme: style.colorScheme,
        // Also sends empty values, because the page may have set a colour in its other theme.
        properties: Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name).trim()])),
      });
    }
  };
}
