// What is in sight, carried over the load that the page makes by itself: until the browser has begun it, the page can be
// pressed, and what one has opened then must not close again.

import { maybeStorage } from '../../browser/tab-storage.ts';
import type { Side } from '../../layout/bottom-bar.ts';
import type { OutputTab } from './output-pane.ts';

export type WriteTab = 'program' | 'inputs' | 'files' | 'build';

export interface Place {
  readonly tab: OutputTab;
  readonly writeTab: WriteTab;
  /** What is in sight where there is no room for both. */
  readonly side: Side;
}

const KEPT = 'haze-place';
const FIRST: Place = { tab: 'output', writeTab: 'program', side: 'code' };

/** Keeps what is in sight for the load that follows in this tab. */
export function keepPlace({ tab, writeTab, side }: Place): void {
  try {
    maybeStorage(() => sessionStorage)?.setItem(KEPT, JSON.stringify({ tab, writeTab, side }));
  } catch {
    // The page begins as any other.
  }
}

/** What the load before has kept, for once, or what a page begins with. */
export function takePlace(): Place {
  const storage = maybeStorage(() => sessionStorage);
  const kept = storage?.getItem(KEPT);
  if (!kept) return FIRST;
  storage!.removeItem(KEPT);
  try {
    return { ...FIRST, ...(JSON.parse(kept) as Partial<Place>) };
  } catch {
    // Somebody else's text.
    return FIRST;
  }
}
