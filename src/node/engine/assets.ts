// The files that `npm run build:wasm` creates, read from dist/wasm: the core's kernels and the programs' runtime.
import { access, readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { HazeError } from '../../errors/haze-error.ts';
import { createRasteriser, type Rasterise } from '../../plot/drawing/rasterise.ts';
import { shareKernels } from '../../runtime/core/share-kernels.ts';
import { findFile, pieceUrl, type ToolchainList } from '../../toolchain/sources/file-list.ts';
import type { GuestRuntime } from '../../toolchain/sources/guest-runtime.ts';
import { parseGuestRuntime } from '../../toolchain/sources/guest-runtime-json.ts';
import type { SharedModule } from '../../uncertainty/kernels/shared-kernels.ts';
import { distUrl } from '../dist-url.ts';

/** The core's compiled kernels. */
export async function loadKernels(): Promise<WebAssembly.Module> {
  return new WebAssembly.Module(await readAsset('kernels.wasm'));
}

/** The kernels in a form that several workers can share in one memory. */
export async function loadSharedKernels(): Promise<SharedModule> {
  return shareKernels(await readAsset('kernels.wasm'));
}

/** The runtime that is linked into programs. */
export async function loadGuestRuntime(): Promise<GuestRuntime> {
  return parseGuestRuntime(new TextDecoder().decode(await readAsset('guest.json')));
}

/** Version of the rewriter and the runtime, derived from their sources. */
export async function loadRewritingVersion(): Promise<string> {
  const { rewriting } = JSON.parse(new TextDecoder().decode(await readAsset('versions.json'))) as {
    readonly rewriting: string;
  };
  return rewriting;
}

/** Renders images as PNG files. */
export function createNodeRasteriser(): Rasterise {
  return createRasteriser(async () => ({
    module: new WebAssembly.Module(await readOnce('plot-rasteriser.wasm')),
    font: await readOnce('plot-font.ttf'),
  }));
}

/** Checks for missing parts early. @throws HazeError `not-built` */
export async function checkBuilt(): Promise<void> {
  for (const name of ['kernels.wasm', 'guest.json', 'versions.json']) {
    await access(distUrl(`wasm/${name}`)).catch((cause) => {
      throw notBuilt(name, cause);
    });
  }
}

/** Reads a file that is in the site folder of a package, or next to that folder in a checkout. */
async function readOnce(name: string): Promise<Uint8Array<ArrayBuffer>> {
  return readAsset(name).catch((missing) =>
    readSitePieces(name).catch(() => {
      throw missing;
    }),
  );
}

async function readAsset(name: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await readFile(distUrl(`wasm/${name}`)));
  } catch (cause) {
    throw notBuilt(name, cause);
  }
}

function notBuilt(name: string, cause: unknown): HazeError {
  return new HazeError(
    'not-built',
    `A part of Haze is missing: dist/wasm/${name}. Run "npm run build" in its folder once.`,
    { cause },
  );
}

const LIST = /^files-[0-9a-f]+\.json$/;

/**
 * Reads and decompresses a file from the site's toolchain.
 * @throws HazeError `asset-missing`; file system errors if there is no site
 */
async function readSitePieces(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const assets = distUrl('page/assets/');
  const [list = ''] = (await readdir(assets)).filter((entry) => LIST.test(entry));
  const listUrl = new URL(list, assets);
  const known = JSON.parse(await readFile(listUrl, 'utf8')) as ToolchainList;
  const { pieces } = findFile(known, name);
  const packed = await Promise.all(pieces.map((piece) => readFile(pieceUrl(listUrl, piece))));
  return new Uint8Array(await promisify(gunzip)(Buffer.concat(packed)));
}
