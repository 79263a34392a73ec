// Waits until a site is stored for offline visits.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { PATIENCE_MS } from './browsers.ts';

/**
 * Waits until a whole site is stored. Only pages other than the playground store the whole site, once they are idle.
 */
export async function untilKeptWhole(page: Page, site: string): Promise<void> {
  await untilKept(page, [new URL('?whole', site).href]);
}

/** Waits until all files that C programs and the page need are stored, of which the playground loads only some. */
export async function untilServiceKept(page: Page, site: string): Promise<void> {
  const names = ['embed.html', 'haze.js', 'haze-embed.js', 'index.html'];
  await untilKept(
    page,
    names.map((name) => new URL(name, site).href),
  );
}

async function untilKept(page: Page, urls: readonly string[]): Promise<void> {
  const areKept = async (wanted: readonly string[]) =>
    (await Promise.all(wanted.map((url) => caches.match(url)))).every(Boolean);
  await expect.poll(() => page.evaluate(areKept, urls), { timeout: PATIENCE_MS }).toBe(true);
}

/** Waits until the files that a site has loaded are stored, so that the page opens again without the host. */
export async function untilLoadedKept(page: Page, site: string): Promise<void> {
  const areKept = (folder: string) => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    const scripts = loaded.filter((name) => name.startsWith(folder) && /\.(js|css)$/.test(name));
    const served = scripts.filter((name) => !name.endsWith('haze-service-worker.js'));
    return Promise.all(
      [folder, ...served].map((name) => caches.match(name.replace(/\/$/, '/index.html')).then(Boolean)),
    );
  };
  await expect
    .poll(async () => page.evaluate(areKept, site).then((kept) => kept.every(Boolean)), {
      timeout: PATIENCE_MS,
    })
    .toBe(true);
}

/** Waits until chunks of the compiler are stored. @param paths relative to the site's folder */
export async function untilPiecesKept(page: Page, paths: readonly string[]): Promise<void> {
  const listKept = async () => {
    const kept = await (await caches.open('haze-toolchain')).keys();
    return kept.map(({ url }) => new URL(url).pathname);
  };
  await expect
    .poll(
      async () => {
        const kept = await page.evaluate(listKept);
        return paths.filter((path) => !kept.some((name) => name.endsWith(path)));
      },
      { timeout: PATIENCE_MS },
    )
    .toEqual([]);
}
