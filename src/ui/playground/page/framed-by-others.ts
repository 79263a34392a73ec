// Detects whether pages of other sites surround the playground.

/** Tests whether any page around this one has another origin. */
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
