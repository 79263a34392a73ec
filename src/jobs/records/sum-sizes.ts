// Total sizes of blobs.
import type { ReadView } from '../../store/contract/store.ts';

const PAGE_SIZE = 500;

/** Bytes of all blobs whose key begins with the prefix. */
export async function sumSizes(view: ReadView, prefix: string): Promise<number> {
  let sumBytes = 0;
  let after = '';
  for (;;) {
    const page = await view.listBlobs({ prefix, after, limit: PAGE_SIZE });
    for (const { sizeBytes } of page) sumBytes += sizeBytes;
    const last = page.at(-1);
    if (!last || page.length < PAGE_SIZE) return sumBytes;
    after = last.key;
  }
}
