// When the compiler is downloaded: while one writes, where it is not here yet, and not before somebody shows that they want it.
import type { Connection } from '../../client/index.ts';
import type { PageParts } from './bench.ts';

/** Gets the compiler where it is not here. What goes wrong is said by the panel, or by the first build. */
export async function downloadAhead(connection: Connection, { startDownload }: PageParts): Promise<void> {
  const { doneBytes, totalBytes } = await connection.measureDownload();
  if (doneBytes < totalBytes && !wantsToSaveData()) await startDownload();
}

/** Resolved when somebody goes into the program or its inputs, or runs it. */
export function untilUsed(): Promise<void> {
  return new Promise((resolve) => {
    const look = ({ target }: Event) => {
      if (!(target instanceof Element) || !target.closest('.write, .run-buttons')) return;
      for (const name of ['focusin', 'click', 'keydown']) document.removeEventListener(name, look);
      resolve();
    };
    for (const name of ['focusin', 'click', 'keydown']) document.addEventListener(name, look);
  });
}

/** Whether the user has told the browser to load little. */
export function wantsToSaveData(): boolean {
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } };
  return connection?.saveData ?? false;
}
