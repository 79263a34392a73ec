// Manages the frames of a page: routes each message to the element that owns the frame, and keeps the single frame
// that builds and runs.
import { refuseProgramPort } from '../../client/program/program-port.ts';
import { maybeFromFrame } from './check-frame-messages.ts';
import { type FromFrame, type ToFrame, UNREACHABLE } from './frame-messages.ts';

export type FrameListener = (message: FromFrame, ports: readonly MessagePort[]) => void;

/**
 * Time within which a loaded frame must report that it is ready. A frame that stays silent must have loaded some other
 * document.
 */
export const READY_WAIT_MS = 2000;

/** The frame that runs programs, and its window once it can receive ports. */
interface Workshop {
  readonly frame: HTMLIFrameElement;
  readonly window: Promise<Window>;
}

export class FrameHub {
  readonly #page: URL;
  readonly #listeners = new Map<MessageEventSource, FrameListener>();
  #workshop: Workshop | undefined;

  /** @param page URL of embed.html */
  constructor(page: URL) {
    this.#page = page;
    window.addEventListener('message', (event: MessageEvent<unknown>) => {
      if (event.origin !== page.origin || event.source === null) return;
      // Only frames created here have a listener.
      const listener = this.#listeners.get(event.source);
      const message = maybeFromFrame(event.data);
      if (!listener || !message) return;
      if (message.haze === 'want-runner') void this.#connect(event.ports);
      else listener(message, event.ports);
    });
  }

  /** Creates a frame that shows one program. */
  createFrame(title: string): HTMLIFrameElement {
    const frame = document.createElement('iframe');
    frame.src = this.#page.href;
    frame.title = title;
    frame.loading = 'lazy';
    frame.allow = 'cross-origin-isolated; clipboard-write';
    return frame;
  }

  listen(frame: HTMLIFrameElement, listener: FrameListener): void {
    this.#listeners.set(frame.contentWindow!, listener);
  }

  forget(window: Window | null): void {
    if (window) this.#listeners.delete(window);
  }

  /**
   * Calls `giveUp` if a frame that has loaded, or that the page's policy blocks, sends nothing for `waitMs`. The
   * browser's own error page for an unreachable site counts as loaded. Returns a function that cancels the wait.
   */
  awaitReady(frame: HTMLIFrameElement, waitMs: number, giveUp: () => void): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      timer ??= setTimeout(() => {
        stop();
        giveUp();
      }, waitMs);
    };
    const hearViolation = (violation: SecurityPolicyViolationEvent) => {
      const { blockedURI, disposition, effectiveDirective } = violation;
      // A report-only policy does not block the frame, which may still load, however late.
      if (disposition === 'report') return;
      if (/^(frame|child|default)-src/.test(effectiveDirective) && blockedURI.startsWith(this.#page.origin))
        wait();
    };
    const stop = () => {
      clearTimeout(timer);
      frame.removeEventListener('load', wait);
      document.removeEventListener('securitypolicyviolation', hearViolation);
    };
    frame.addEventListener('load', wait, { once: true });
    document.addEventListener('securitypolicyviolation', hearViolation);
    return stop;
  }

  post(target: Window, message: ToFrame, ports: readonly MessagePort[] = []): void {
    target.postMessage(message, this.#page.origin, [...ports]);
  }

  async #connect(ports: readonly MessagePort[]): Promise<void> {
    // A page that replaces its whole body also removes the frame.
    const present = this.#workshop?.frame.isConnected ? this.#workshop : this.#openWorkshop();
    this.#workshop = present;
    try {
      this.post(await present.window, { haze: 'serve' }, ports);
    } catch {
      for (const port of ports) refuseProgramPort(port, UNREACHABLE);
    }
  }

  #openWorkshop(): Workshop {
    const frame = this.createFrame('');
    frame.loading = 'eager';
    frame.hidden = true;
    frame.setAttribute('aria-hidden', 'true');
    document.body.append(frame);
    const window = new Promise<Window>((resolve, reject) => {
      // The next run retries.
      const giveUp = () => {
        if (this.#workshop?.frame === frame) this.#workshop = undefined;
        this.forget(frame.contentWindow);
        frame.remove();
        reject(new Error(UNREACHABLE));
      };
      const stopWaiting = this.awaitReady(frame, READY_WAIT_MS, giveUp);
      this.listen(frame, ({ haze }) => {
        if (haze === 'no-runner') giveUp();
        if (haze !== 'ready') return;
        stopWaiting();
        resolve(frame.contentWindow!);
      });
    });
    return { frame, window };
  }
}
