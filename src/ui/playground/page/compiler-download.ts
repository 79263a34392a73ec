// Decides when the compiler's download starts: in the background while the user types, but only after a sign of
// interest.
import type { Connection } from '../../../client/index.ts';

/** Downloads the compiler if it is missing. Errors are reported by the panel or by the first build. */
export async function downloadAhead(
  connection: Connection,
  { startDownload }: { readonly startDownload: () => Promise<void> },
): Promise<void> {
  const { doneBytes, totalBytes } = await connection.measureDownload();
  if (doneBytes < totalBytes && !wantsToSaveData()) await startDownload();
}

/** Events that only a user can cause. The page itself also causes `focusin` when it sets the focus. */
const PRESSES = ['click', 'keydown'];
const SIGNS_OF_USE = [...PRESSES, 'focusin'];
const EVERYWHERE = '.write, .run-buttons';

/**
 * Resolves when the user presses something in the program or its inputs, or runs the program.
 * @param isReady returns true if a run of the program needs no compiler
 */
export function untilPressed(isReady: () => boolean = () => false): Promise<void> {
  return untilOneOf(PRESSES, () => (isReady() ? '.write' : EVERYWHERE));
}

/** Like `untilPressed`, but focusing the program or its inputs is also a sign of interest. */
export function untilUsed(isReady: () => boolean): Promise<void> {
  return untilOneOf(SIGNS_OF_USE, () => (isReady() ? '.write' : EVERYWHERE));
}

/** Resolves when the user presses Run or points at it. */
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

/**
 * Resolves after a pause, so that a visitor can run an example before the compiler's download occupies the connection.
 */
export function untilPaused(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 4000));
}

/** Resolves when the user touches the page in any way. */
export function untilTouched(): Promise<void> {
  return untilOneOf(['pointermove', 'pointerdown', 'keydown', 'focusin'], () => '*');
}

/** Tests whether the user has turned on the browser's data saver. */
export function wantsToSaveData(): boolean {
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } };
  return connection?.saveData ?? false;
}
