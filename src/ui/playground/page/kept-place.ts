// The page's visible parts, preserved across the page's own reload. The user can press buttons until that reload
// starts, and a part opened in the meantime must stay open.

import { maybeStorage } from '../../browser/tab-storage.ts';
import type { Side } from '../../layout/bottom-bar.ts';

export type OutputTab = 'output' | 'runs' | 'cores' | 'log' | 'records' | 'requests';
export type WriteTab = 'program' | 'inputs' | 'files' | 'build';

export interface Place {
  readonly tab: OutputTab;
  readonly writeTab: WriteTab;
  /** The side that is visible on a narrow page. */
  readonly side: Side;
}

const KEPT = 'haze-place';
const FIRST: Place = { tab: 'output', writeTab: 'program', side: 'code' };

/** Saves the visible parts for the next load in this tab. */
export function keepPlace({ tab, writeTab, side }: Place): void {
  try {
    maybeStorage(() => sessionStorage)?.setItem(KEPT, JSON.stringify({ tab, writeTab, side }));
  } catch {
    // Without storage, the page starts like any other.
  }
}

/**
 * Returns and removes the visible parts that the previous load saved; if there are none, returns the visible parts of a
 * fresh page.
 */
export function takePlace(): Place {
  const storage = maybeStorage(() => sessionStorage);
  const kept = storage?.getItem(KEPT);
  if (!kept) return FIRST;
  storage!.removeItem(KEPT);
  try {
    return { ...FIRST, ...(JSON.parse(kept) as Partial<Place>) };
  } catch {
    // The stored string was written by another script.
    return FIRST;
  }
}
