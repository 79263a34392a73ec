// haze-embed.js: <haze-program> in a page that has the same origin as the site. All elements in the page share one
// compiler.

import type { ProgramRunner } from '../../client/program/program-messages.ts';
import { createPageProgramRunner } from '../../client/program/program-runner.ts';
import { siteFolderUrl } from '../../client/program/site-files.ts';
import { ElementModule } from './element-module.ts';
import { ElementSource } from './element-source.ts';
import { HazeProgram } from './haze-program.ts';

/**
 * The element's class, which reads its own source. A single runner, created on the first run, serves all elements of
 * the class.
 */
function createElement(): CustomElementConstructor {
  let shared: ProgramRunner | undefined;
  return class PageProgram extends HazeProgram {
    readonly #reader = new ElementSource(this, ({ text, problem }) => {
      this.source = text;
      this.problem = problem;
    });
    readonly #module = new ElementModule();
    /** Number of calls to `stop`. A call also cancels a run that is still waiting for its source. */
    #stops = 0;

    // Lit observes the attributes, and the properties simply reflect them.
    static override properties = {
      ...HazeProgram.properties,
      src: { noAccessor: true },
      module: { noAccessor: true },
    };

    /** URL of the source, used instead of the text between the tags. */
    get src(): string {
      return this.getAttribute('src') ?? '';
    }

    set src(address: string | null) {
      if (address === null) this.removeAttribute('src');
      else if (address !== this.src) this.setAttribute('src', address);
    }

    /** URL of the module that was built from the source; '' if there is none. */
    get module(): string {
      return this.getAttribute('module') ?? '';
    }

    set module(address: string | null) {
      if (address === null) this.removeAttribute('module');
      else this.setAttribute('module', address);
    }

    override runner = async () => {
      shared ??= createPageProgramRunner();
      return shared;
    };

    override playground = () => new URL('index.html', siteFolderUrl());

    override async run(): Promise<void> {
      const before = this.#stops;
      if (this.#reader.isLoading) await this.#reader.settled;
      if (before === this.#stops) await super.run();
    }

    override stop(): void {
      this.#stops += 1;
      super.stop();
    }

    override connectedCallback(): void {
      super.connectedCallback();
      this.#reader.start(() => this.source !== '');
    }

    override disconnectedCallback(): void {
      super.disconnectedCallback();
      this.#reader.stop();
    }

    override attributeChangedCallback(name: string, before: string | null, now: string | null): void {
      super.attributeChangedCallback(name, before, now);
      if (name === 'src') this.#reader.setAddress(now || null);
      if (name === 'module') {
        this.#module.setAddress(now);
        this.loadModule = now ? () => this.#module.load() : undefined;
      }
    }
  };
}

export { setAssets } from '../../client/program/site-files.ts';

if (!customElements.get('haze-program')) customElements.define('haze-program', createElement());
