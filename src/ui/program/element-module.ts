// The prebuilt module of an element's program, fetched on the first run, with the page's own rights. If there is no
// module, the run uses the compiler, and the reason is logged to the console.
import { warnOfModule } from '../../client/program/modules/warn-of-module.ts';
import { messageOf } from '../../errors/message-of.ts';

export class ElementModule {
  #address = '';
  #loading: Promise<Uint8Array | undefined> | undefined;

  /** True if the element specifies a module. */
  get isNamed(): boolean {
    return this.#address !== '';
  }

  /** Sets the URL, relative to the page; null if there is no module. */
  setAddress(address: string | null): void {
    if (address === this.#address) return;
    this.#address = address ?? '';
    this.#loading = undefined;
  }

  /** The file's contents; undefined if there is no file. A failed fetch is retried on the next run. */
  load(): Promise<Uint8Array | undefined> {
    if (this.#address === '') return Promise.resolve(undefined);
    this.#loading ??= fetchModule(this.#address).catch((error: unknown) => {
      this.#loading = undefined;
      warnOfModule(
        `It could not be loaded from ${this.#address}: ${messageOf(error)}. A file on another site must allow pages to read it (CORS).`,
      );
      return undefined;
    });
    return this.#loading;
  }
}

async function fetchModule(address: string): Promise<Uint8Array> {
  const response = await fetch(new URL(address, document.baseURI));
  if (!response.ok) throw new Error(`status ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
