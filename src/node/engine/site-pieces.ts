// Files that the package contains only once: compressed, in its site.
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { findFile, pieceUrl, type ToolchainList } from '../../toolchain/sources/file-list.ts';
import { distUrl } from '../dist-url.ts';

const LIST = /^files-[0-9a-f]+\.json$/;

/**
 * Reads and decompresses a file from the site's toolchain.
 * @throws HazeError `asset-missing`; file system errors if there is no site
 */
export async function readSitePieces(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const assets = distUrl('page/assets/');
  const [list = ''] = (await readdir(assets)).filter((entry) => LIST.test(entry));
  const listUrl = new URL(list, assets);
  const known = JSON.parse(await readFile(listUrl, 'utf8')) as ToolchainList;
  const { pieces } = findFile(known, name);
  const packed = await Promise.all(pieces.map((piece) => readFile(pieceUrl(listUrl, piece))));
  return new Uint8Array(await promisify(gunzip)(Buffer.concat(packed)));
}
