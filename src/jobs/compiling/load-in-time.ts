// Loads modules in workers with a timeout: without it, a module that never arrives would go undetected.
import { HazeError } from '../../errors/haze-error.ts';
import { loadPatiently } from './load-patiently.ts';

/** Time limit for a module: far longer than any module takes to load, even on slow networks. */
const MOST_WAIT_MS = 120_000;

/**
 * Calls `loadPatiently` with a time limit. A module that never arrived is not retried: another import in the same
 * worker would wait for the same response.
 * @throws HazeError `network-away` with `isStuck` in its data if nothing arrived
 */
export async function loadInTime<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(neverCame()), MOST_WAIT_MS);
  });
  return Promise.race([loadPatiently(load), late]).finally(() => clearTimeout(timer));
}

function neverCame(): HazeError {
  return new HazeError(
    'network-away',
    `A part of Haze did not arrive within ${MOST_WAIT_MS / 1000} s. Check the network and try again.`,
    { data: { isStuck: true } },
  );
}
