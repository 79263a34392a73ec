// Start of the compiler's download: in the background while the user types, and only after a sign of interest.
import type { Connection } from '../../../client/index.ts';

/** Downloads the compiler when it is missing. The panel or the first build reports errors. */
export async function downloadAhead(
  connection: Connection,
  { startDownload }: { readonly startDownload: () => Promise<void> },
): Promise<void> {
  const { doneBytes, totalBytes } = await connection.measureDownload();
  if (doneBytes < totalBytes && !wantsToSaveData()) await startDownload();
}

/** Events that only a user causes. The page causes `focusin` too when it sets the focus. */
const PRESSES = ['click', 'keydown'];
const SIGNS_OF_USE = [...PRESSES, 'focusin'];
const EVERYWHERE = '.write, .run-buttons';

/**
 * Resolves when the user presses something in the program or its inputs, or runs it.
 * @param isReady true while a run of the program needs no compiler
 */
export function untilPressed(isReady: () => boolean = () => false): Promise<void> {
  return untilOneOf(PRESSES, () => (isReady() ? '.write' : EVERYWHERE));
}

/** Like `untilPressed`; the focus in the program or its inputs is a sign, too. */
export function untilUsed(isReady: () => boolean): Promise<void> {
  return untilOneOf(SIGNS_OF_USE, () => (isReady() ? '.write' : EVERYWHERE));
}

/** Resolves when the user presses Run, or points at it. */
export function untilRunIsNear(): Promise<void> {
  return untilOneOf(['pointerover', ...PRESSES], () => '.run-buttons');
}

function untilOneOf(signs: readonly string[], places: () => string): Promise<void> {
  return new Promise((resolve) => {
    const look = ({ target }: Event) => {
      if (!(target instanceof Element) || !target.closest(places())) return;
      for (const name of signs) document.removeEventListener(name, look);
      resolve();
    };
    for (const name of signs) document.addEventListener(name, look);
  });
}

/** Resolves after a pause, in which a visitor may run an example before the compiler's download takes the line. */
export function untilPaused(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 4000));
}

/** Resolves when the user touches the page in any way. */
export function untilTouched(): Promise<void> {
  const signs = ['pointermove', 'pointerdown', 'keydown', 'focusin'];
  return new Promise((resolve) => {
    const touch = () => {
      for (const name of signs) document.removeEventListener(name, touch);
      resolve();
    };
    for (const name of signs) document.addEventListener(name, touch, { passive: true });
  });
}

/** Tests if the user has switched on the browser's data saver. */
export function wantsToSaveData(): boolean {
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } };
  return connection?.saveData ?? false;
}
