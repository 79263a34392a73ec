// First message from a worker's script to open-worker.ts.
export const LOADED = 'haze-worker-loaded';

/** Called by a worker's script once the script can receive messages. */
export function sayLoaded(scope: { postMessage(message: string): void }): void {
  scope.postMessage(LOADED);
}
