// Detects whether the playground is framed by pages of other sites.

/** Tests whether any page that frames this page has another origin. */
export function isFramedByOthers(page: Window): boolean {
  try {
    for (let inner = page; inner !== inner.parent; inner = inner.parent) {
      // Reading the origin of a cross-origin window throws.
      if (inner.parent.location.origin !== page.location.origin) return true;
    }
    return false;
  } catch {
    return true;
  }
}
