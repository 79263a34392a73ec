// Detects pages of other sites around the playground.

/** Tests if any page around this one has another origin. */
export function isFramedByOthers(page: Window): boolean {
  try {
    for (let inner = page; inner !== inner.parent; inner = inner.parent) {
      // Reading the origin of another origin's window throws.
      if (inner.parent.location.origin !== page.location.origin) return true;
    }
    return false;
  } catch {
    return true;
  }
}
