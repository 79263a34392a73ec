// Headers that a build could have used, to be precompiled once the compiler is idle. Precompiling a header takes about
// as long as the build itself. In WebKit, where code warms up slowly, it takes longer than any user would want to wait.
import { MissingPart } from './clang.ts';

/**
 * Precompiles and stores a header.
 * @throws MissingPart instead of waiting for a part of the compiler
 */
export type MakeHeader = (options: { readonly waits: boolean }) => Promise<unknown>;

/**
 * A build's headers. If a second source of the same build requests a header, precompiling it immediately pays off.
 */
export class AskedHeaders {
  readonly #makers = new Map<string, MakeHeader>();

  get size(): number {
    return this.#makers.size;
  }

  has(key: string): boolean {
    return this.#makers.has(key);
  }

  add(key: string, make: MakeHeader): void {
    this.#makers.set(key, make);
  }

  /**
   * Precompiles all headers. Without `waits`, downloads nothing; a header that needs an unloaded part remains in the
   * list.
   */
  async makeAll(options: { readonly waits: boolean }): Promise<void> {
    for (const [key, make] of this.#makers) {
      try {
        await make(options);
      } catch (error) {
        if (error instanceof MissingPart) continue;
        throw error;
      }
      this.#makers.delete(key);
    }
  }
}
