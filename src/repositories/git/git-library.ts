// isomorphic-git, loaded on first use. The library expects Node's Buffer as a global, which browsers lack. The library
// runs in the clone worker, so that the global does not affect pages.

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
