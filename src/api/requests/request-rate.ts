// Limit on an account's requests per minute, as a token bucket that refills evenly: a full minute's requests may arrive
// at once. Each server counts separately, in memory, and rereads an account's limit from time to time.

export interface RequestRate {
  /**
   * Counts a request. Returns undefined, or the exceeded limit and the number of seconds until another request is
   * allowed.
   * @param findLimit returns the account's maximum requests per minute; undefined for no limit
   */
  admit(
    userId: string,
    findLimit: () => Promise<number | undefined>,
  ): Promise<{ readonly limit: number; readonly retryAfter: number } | undefined>;
}

interface Bucket {
  limit: number | undefined;
  limitFoundMs: number;
  left: number;
  countedMs: number;
}

const MINUTE_MS = 60_000;
const LIMIT_KEPT_MS = 5000;
/** Maximum number of accounts in memory; the oldest entry is evicted first. */
const MOST_BUCKETS = 10_000;

/** @param now monotonic time in milliseconds */
export function createRequestRate(now: () => number): RequestRate {
  const buckets = new Map<string, Bucket>();
  const open = async (userId: string, findLimit: () => Promise<number | undefined>): Promise<Bucket> => {
    const known = buckets.get(userId);
    if (known && now() - known.limitFoundMs < LIMIT_KEPT_MS) return known;
    const limit = await findLimit();
    const found = buckets.get(userId) ?? { limit, limitFoundMs: 0, left: limit ?? 0, countedMs: now() };
    // The account's first limit starts with a full bucket.
    if (found.limit === undefined && limit !== undefined) found.left = limit;
    found.limit = limit;
    found.limitFoundMs = now();
    buckets.set(userId, found);
    const [oldest] = buckets.keys();
    if (buckets.size > MOST_BUCKETS && oldest !== undefined) buckets.delete(oldest);
    return found;
  };
  return {
    async admit(userId, findLimit) {
      const bucket = await open(userId, findLimit);
      const { limit } = bucket;
      if (limit === undefined) return undefined;
      const atMs = now();
      bucket.left = Math.min(limit, bucket.left + ((atMs - bucket.countedMs) * limit) / MINUTE_MS);
      bucket.countedMs = atMs;
      if (bucket.left >= 1) {
        bucket.left -= 1;
        return undefined;
      }
      const waitMs = limit > 0 ? ((1 - bucket.left) * MINUTE_MS) / limit : MINUTE_MS;
      return { limit, retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) };
    },
  };
}
