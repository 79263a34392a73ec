// Loads the code that runs builds and tasks, which no page needs before its first job.
import { HazeError } from '../../errors/haze-error.ts';
import { loadPatiently } from '../compiling/load-patiently.ts';

/** Loads the code that works on claimed jobs. @throws HazeError `asset-missing` */
export async function loadJobWork(): Promise<typeof import('./job-work.ts')> {
  try {
    return await loadPatiently(() => import('./job-work.ts'));
  } catch (cause) {
    throw new HazeError(
      'asset-missing',
      'The code that builds and runs programs could not be loaded. Check the network and run it again; if the site has been updated in the meantime, reload the page.',
      { cause },
    );
  }
}
