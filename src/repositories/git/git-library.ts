// isomorphic-git, loaded on first use. It expects Node's Buffer as a global, which browsers lack; the clone worker
// provides it, so that pages are not affected.

export type GitLibrary = typeof import('isomorphic-git');

/** Loads the library, ready to use. */
export async function loadGit(): Promise<GitLibrary> {
  const scope = globalThis as { Buffer?: unknown };
  if (scope.Buffer === undefined) {
    const { default: polyfill } = await import('buffer/index.js');
    scope.Buffer = polyfill.Buffer;
  }
  return import('isomorphic-git');
}
