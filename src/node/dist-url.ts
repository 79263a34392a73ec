// Where built files lie, seen from this file in src/ (tests) or from its compiled copy in dist/src/.

/** URL of a file below dist/. */
export function distUrl(path: string): URL {
  const here = import.meta.url;
  return new URL(here.endsWith('.ts') ? `../../dist/${path}` : `../../${path}`, here);
}
