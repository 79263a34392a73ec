// Suggestions for misspelt names.

/**
 * The entry of `names` with the fewest changed letters, if there are only a few changes; undefined if no name is
 * close.
 */
export function maybeNearest(wanted: string, names: readonly string[]): string | undefined {
  const fold = (text: string) => text.toLowerCase().replaceAll(/[-_]/g, '');
  const ranked = names
    .map((name) => ({ name, distance: countChanges(fold(wanted), fold(name)) }))
    .sort((a, b) => a.distance - b.distance);
  const [best] = ranked;
  return best && best.distance <= Math.max(2, Math.floor(wanted.length / 3)) ? best.name : undefined;
}

/** Number of letters to add, drop or replace to turn one string into the other (Levenshtein, 1965). */
export function countChanges(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}
