// Reads the files that a page with live programs needs, from the site included in the package.
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { FIGURE_STYLE, type LiveParts, SITE_PARTS } from '../../docs/exporting/one-file.ts';
import { distUrl } from '../dist-url.ts';
import { readSiteFile } from '../folders/site-folder.ts';

const BEST = 9;

/** The stylesheet for figures, and all parts except the modules. */
export async function readLiveParts(): Promise<{ parts: Omit<LiveParts, 'modules'>; style: string }> {
  const pack = async (read: Promise<Uint8Array>) => gzipSync(await read, { level: BEST });
  const [style, code, worker, buttons, licences, kernels] = await Promise.all([
    readSiteFile(FIGURE_STYLE),
    pack(readSiteFile(SITE_PARTS.code)),
    pack(readSiteFile(SITE_PARTS.worker)),
    pack(readSiteFile(SITE_PARTS.buttons)),
    pack(readSiteFile(SITE_PARTS.licences)),
    pack(readFile(distUrl('wasm/kernels.wasm'))),
  ]);
  return { parts: { code, worker, buttons, licences, kernels }, style: new TextDecoder().decode(style) };
}
