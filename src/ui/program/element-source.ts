// Source of a <haze-program>: the file specified in `src`, otherwise the text between the tags; read again whenever
// either changes. The page that contains the element fetches files, with its own rights. A frame would fetch with the
// rights of the Haze site.
import { messageOf } from '../../errors/message-of.ts';
import { type ReadSource, readSource } from './read-source.ts';

export class ElementSource {
  readonly #element: Element;
  readonly #tell: (source: ReadSource) => void;
  readonly #watch = new MutationObserver(() => this.#read());
  #address: string | null = null;
  #settled: Promise<void> = Promise.resolve();
  #loading = 0;

  /** @param tell called with every new source */
  constructor(element: Element, tell: (source: ReadSource) => void) {
    this.#element = element;
    this.#tell = tell;
  }

  /** Settles once the current fetch has succeeded or failed. */
  get settled(): Promise<void> {
    return this.#settled;
  }

  /** True if a file is being fetched. */
  get isLoading(): boolean {
    return this.#loading > 0;
  }

  /** Reads the text between the tags, unless a source has already been set, and observes changes to the text. */
  start(isGiven: () => boolean): void {
    const begin = () => {
      if (!isGiven()) this.#read();
      this.#watch.observe(this.#element, { childList: true, characterData: true, subtree: true });
    };
    // While the page is still loading, the text between the tags is not yet available.
    if (document.readyState !== 'loading') begin();
    else document.addEventListener('DOMContentLoaded', begin, { once: true });
  }

  stop(): void {
    this.#watch.disconnect();
  }

  /** Sets the source's URL, relative to the page; null to use the text between the tags. */
  setAddress(address: string | null): void {
    if (address === this.#address) return;
    this.#address = address;
    if (address === null) {
      // An element that is not connected to the page may not have its text yet.
      if (this.#element.isConnected) this.#read();
    } else this.#settled = this.#fetch(address);
  }

  #read(): void {
    if (this.#address === null) this.#tell(readSource(this.#element));
  }

  async #fetch(address: string): Promise<void> {
    this.#loading += 1;
    const source = await fetchSource(address);
    this.#loading -= 1;
    // The URL may have changed in the meantime.
    if (address === this.#address) this.#tell(source);
  }
}

async function fetchSource(address: string): Promise<ReadSource> {
  try {
    const response = await fetch(new URL(address, document.baseURI));
    if (!response.ok) throw new Error(`status ${response.status}`);
    return { text: await response.text(), problem: '' };
  } catch (error) {
    const reason = messageOf(error);
    return {
      text: '',
      problem: `The source could not be loaded from ${address}: ${reason}. A file on another site must allow pages to read it (CORS).`,
    };
  }
}
