// Processes many files, a few at a time.

/** Maximum number of files open at once; a system may allow no more than 256 in total. */
const OPEN_AT_ONCE = 16;

/** Applies an asynchronous function to items, a few at a time; returns the results in order. */
export async function mapFew<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = new Array(items.length);
  const waiting = items.entries();
  const takeTurns = async () => {
    for (const [index, item] of waiting) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(OPEN_AT_ONCE, items.length) }, takeTurns));
  return results;
}
