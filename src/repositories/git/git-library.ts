// isomorphic-git, loaded on first use. The library expects Node's Buffer as a global, which browsers lack. Only the
// clone worker defines this global, so pages are not affected.

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
