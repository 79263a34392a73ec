// Script for embed.html, the frame that haze-program.js inserts into pages of other sites. The page's message
// determines the frame's role: it either shows one program, or invisibly builds and runs all of them. The frame
// displays and runs text; it fetches nothing that a message refers to.

import type { ProgramRunner } from '../../client/program/program-messages.ts';
import {
  openPortProgramRunner,
  refuseProgramPort,
  serveProgramPort,
} from '../../client/program/program-port.ts';
import { loadOnce } from '../../errors/load-once.ts';
import { checkThemeValue, maybeToFrame } from './check-frame-messages.ts';
import {
  type FromFrame,
  PROGRAM_ATTRIBUTES,
  PROGRAM_EVENTS,
  type ProgramAttributes,
  type ToFrame,
  UNREACHABLE,
} from './frame-messages.ts';
import { HazeProgram } from './haze-program.ts';

/** The frame, which communicates only with the page that created it. */
class ProgramFrame {
  readonly #page: Window;
  readonly #origin: string;
  #program: HazeProgram | undefined;
  #runner: Promise<ProgramRunner> | undefined;
  #module: Promise<Uint8Array | undefined> | undefined;
  #takeModule: ((module: Uint8Array | undefined) => void) | undefined;

  constructor(page: Window, origin: string) {
    this.#page = page;
    // A page without an origin (a file, a sandbox) cannot be addressed, so messages go to any origin. This is safe,
    // because the page that created this frame is its only possible parent.
    this.#origin = origin === 'null' ? '*' : origin;
  }

  post(message: FromFrame, ports: readonly MessagePort[] = []): void {
    this.#page.postMessage(message, this.#origin, [...ports]);
  }

  hear(message: ToFrame, ports: readonly MessagePort[]): void {
    switch (message.haze) {
      case 'show':
        this.#show(message);
        return;
      case 'change':
        if (!this.#program) return;
        applyAttributes(this.#program, message.attributes);
        if (message.source !== undefined) this.#program.source = message.source;
        if (message.files !== undefined) this.#program.files = message.files;
        if (message.data !== undefined) this.#program.data = message.data;
        if (message.problem !== undefined) this.#program.problem = message.problem;
        if (message.hasModule !== undefined) this.#setModule(this.#program, message.hasModule);
        return;
      case 'module':
        this.#takeModule?.(message.module);
        return;
      case 'theme':
        applyTheme(message);
        return;
      case 'run':
        void this.#program?.run();
        return;
      case 'stop':
        this.#program?.stop();
        return;
      case 'serve':
        for (const port of ports) void this.#serve(port);
    }
  }

  #setModule(program: HazeProgram, hasModule: boolean): void {
    this.#module = undefined;
    program.loadModule = hasModule ? () => this.#loadModule() : undefined;
  }

  /** The page's module, requested only once. */
  #loadModule(): Promise<Uint8Array | undefined> {
    this.#module ??= new Promise((resolve) => {
      this.#takeModule = (module) => {
        // A failed fetch is retried on the next run.
        if (!module) this.#module = undefined;
        resolve(module);
      };
      this.post({ haze: 'want-module' });
    });
    return this.#module;
  }

  #show(message: Extract<ToFrame, { haze: 'show' }>): void {
    const { source, files, data, problem, attributes, hasModule } = message;
    if (this.#program) return;
    const program = new HazeProgram();
    program.style.margin = '0';
    program.source = source;
    if (files) program.files = files;
    if (data) program.data = data;
    program.problem = problem;
    program.runner = this.#askForRunner;
    this.#setModule(program, hasModule ?? false);
    program.playground = () => new URL('index.html', location.href);
    applyAttributes(program, attributes);
    for (const name of PROGRAM_EVENTS) {
      program.addEventListener(name, (event) =>
        this.post({ haze: 'event', name, detail: (event as CustomEvent).detail }),
      );
    }
    document.body.replaceChildren(program);
    this.#program = program;
    new ResizeObserver(() => {
      const heightPx = Math.ceil(program.getBoundingClientRect().height);
      if (heightPx > 0) this.post({ haze: 'size', heightPx });
    }).observe(program);
  }

  readonly #askForRunner = loadOnce(() => {
    const { port1, port2 } = new MessageChannel();
    this.post({ haze: 'want-runner' }, [port2]);
    return openPortProgramRunner(port1);
  });

  async #serve(port: MessagePort): Promise<void> {
    try {
      this.#runner ??= import('../../client/program/program-runner.ts').then(({ createPageProgramRunner }) =>
        createPageProgramRunner(),
      );
      serveProgramPort(port, await this.#runner);
    } catch {
      refuseProgramPort(port, UNREACHABLE);
      // In a frame, a module that failed to load once never loads.
      this.post({ haze: 'no-runner' });
    }
  }
}

function applyAttributes(program: HazeProgram, attributes: ProgramAttributes): void {
  for (const name of PROGRAM_ATTRIBUTES) {
    const value = attributes[name];
    if (value === null) program.removeAttribute(name);
    else if (program.getAttribute(name) !== value) program.setAttribute(name, value);
  }
}

function applyTheme({ colorScheme, properties }: Extract<ToFrame, { haze: 'theme' }>): void {
  const { style } = document.documentElement;
  style.colorScheme = colorScheme === 'normal' ? 'light' : colorScheme;
  for (const [name, value] of Object.entries(properties)) {
    style.setProperty(name, checkThemeValue(name, value, CSS.supports));
  }
}

customElements.define('haze-program', HazeProgram);
if (window.parent === window) {
  document.body.textContent =
    'This page is shown inside other pages by haze-program.js. There is nothing to see here.';
} else {
  let frame: ProgramFrame | undefined;
  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (event.source !== window.parent) return;
    const message = maybeToFrame(event.data);
    if (!message) return;
    frame ??= new ProgramFrame(window.parent, event.origin);
    frame.hear(message, event.ports);
  });
  // The message contains no secrets.
  window.parent.postMessage({ haze: 'ready' } satisfies FromFrame, '*');
}
