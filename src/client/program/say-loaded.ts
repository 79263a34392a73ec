// First message of a worker's script to open-worker.ts.
export const LOADED = 'haze-worker-loaded';

/** Called by the script of a worker once it can hear messages. */
export function sayLoaded(scope: { postMessage(message: string): void }): void {
  scope.postMessage(LOADED);
}
