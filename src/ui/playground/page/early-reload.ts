// Early reload on a first visit. On a host that sends no isolation headers, a page is isolated only once the service
// worker serves it. If the worker starts soon and the user has not touched the page, the page reloads and gets shared
// memory. If the page does not reload, shared memory is available from the next visit. See
// docs/decisions/016-reload-on-first-visit.md.

import { maybeStorage } from '../../browser/tab-storage.ts';
import { keepPlace, type Place } from './kept-place.ts';

/** Maximum age of the page for a reload, because a later reload would disturb a reader. */
const SOON_MS = 10_000;
const TRIED = 'haze-reloaded';
const USES = ['pointerdown', 'keydown', 'beforeinput', 'input', 'paste', 'drop', 'focusin', 'hashchange'];

/** Facts that determine whether to reload. */
export interface Visit {
  readonly isIsolated: boolean;
  /** True if the service worker served this load of the page; a reload would then change nothing. */
  readonly wasServed: boolean;
  readonly isServed: boolean;
  readonly isFramed: boolean;
  /** True if the user has touched the page. */
  readonly isUsed: boolean;
  /** Time since the page started loading. */
  readonly ageMs: number;
}

export function wantsReload({ isIsolated, wasServed, isServed, isFramed, isUsed, ageMs }: Visit): boolean {
  return !isIsolated && isServed && !wasServed && !isFramed && !isUsed && ageMs < SOON_MS;
}

export class EarlyReload {
  readonly #wasServed = hasController();
  #isUsed = false;

  constructor() {
    for (const name of USES) addEventListener(name, this.#use, { capture: true, passive: true });
  }

  readonly #use = (): void => {
    this.#isUsed = true;
    this.#end();
  };

  /**
   * Reloads the page if doing so isolates it without disturbing the user; returns true if it reloads.
   * @param place returns the visible parts, which the page restores after the reload
   */
  maybeReload(place: () => Place): boolean {
    this.#end();
    const isWanted = wantsReload({
      isIsolated: crossOriginIsolated,
      wasServed: this.#wasServed,
      isServed: hasController(),
      isFramed: window.top !== window.self,
      isUsed: this.#isUsed,
      ageMs: performance.now(),
    });
    if (!isWanted || !isFirstTry()) return false;
    addEventListener('pagehide', () => keepPlace(place()));
    location.reload();
    return true;
  }

  #end(): void {
    for (const name of USES) removeEventListener(name, this.#use, { capture: true });
  }
}

function hasController(): boolean {
  return Boolean((navigator.serviceWorker as ServiceWorkerContainer | undefined)?.controller);
}

/**
 * Tests whether this is the tab's first reload. If storage is unavailable, the result is false, to prevent endless
 * reloads.
 */
function isFirstTry(): boolean {
  const tab = maybeStorage(() => sessionStorage);
  if (!tab || tab.getItem(TRIED) !== null) return false;
  try {
    tab.setItem(TRIED, 'yes');
    return true;
  } catch {
    return false;
  }
}
