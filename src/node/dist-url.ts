// Locates built files relative to this file in src/ (tests) or to its compiled copy in dist/src/.

/** URL of a file under dist/. */
export function distUrl(path: string): URL {
  const here = import.meta.url;
  return new URL(here.endsWith('.ts') ? `../../dist/${path}` : `../../${path}`, here);
}
