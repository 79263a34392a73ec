// Opens the help and starts the tour, both of which are lazy-loaded.
import type { HazeHelp } from './haze-help.ts';
import type { HazeTour } from './haze-tour.ts';

/** @param page contains both elements; @param say called with an error if the code cannot be loaded */
export async function openHelp(page: HTMLElement, say: (sentence: string) => void): Promise<void> {
  if (!(await isLoaded(() => import('./haze-help.ts'), say))) return;
  const help = page.querySelector<HazeHelp>('haze-help');
  await help?.updateComplete;
  help?.open();
}

export async function beginTour(page: HTMLElement, say: (sentence: string) => void): Promise<void> {
  if (!(await isLoaded(() => import('./haze-tour.ts'), say))) return;
  await page.querySelector<HazeTour>('haze-tour')?.begin();
}

async function isLoaded(load: () => Promise<unknown>, say: (sentence: string) => void): Promise<boolean> {
  try {
    await load();
    return true;
  } catch {
    say('The help could not be loaded. Check the network and try again.');
    return false;
  }
}
