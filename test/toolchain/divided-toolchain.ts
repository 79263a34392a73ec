// The toolchain's files in the form used by pages, with a divided compiler, served from memory to the pages' code. Uses
// gzip without compression, which takes almost no time.
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { readSources } from '../../scripts/pack-toolchain.ts';
import { findProjectRoot } from '../../scripts/project-root.ts';
import { maybeProvided } from '../../scripts/provide-files.ts';
import { MemoryShelf } from '../../src/client/program/toolchain/download/shelf.ts';
import type { PagePackage } from '../../src/client/program/toolchain/page-toolchain.ts';
import type { Clang } from '../../src/toolchain/clang/clang.ts';
import type { FileGroup, PackedFile, ToolchainList } from '../../src/toolchain/sources/file-list.ts';

export const LIST_URL = new URL('https://host.example/site/assets/files-1.json');

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A host for the files, which replaces `fetch`. */
export class ToolchainHost {
  readonly #pieces = new Map<
    string,
    { readonly packed: Uint8Array<ArrayBuffer>; readonly file: PackedFile }
  >();
  readonly list: ToolchainList;
  /** Requested groups, in order. */
  readonly asked = new Set<FileGroup | undefined>();
  isAway = false;

  private constructor(list: ToolchainList) {
    this.list = list;
  }

  /** Divides the whole compiler, which takes about ten seconds, unless an earlier run has already done so. */
  static async open(whole: Clang): Promise<ToolchainHost> {
    const files: PackedFile[] = [];
    const host = new ToolchainHost({ files });
    for (const { bytes, ...described } of await readSources(findProjectRoot(), async () => whole)) {
      const packed = new Uint8Array(gzipSync(bytes, { level: 0 }));
      const hash = hashOf(packed);
      const piece = { name: hash.slice(0, 32), hash, packedBytes: packed.length };
      const file: PackedFile = {
        ...described,
        coding: 'gzip',
        hash: hashOf(bytes),
        bytes: bytes.length,
        pieces: [piece],
      };
      files.push(file);
      host.#pieces.set(piece.name, { packed, file });
    }
    return host;
  }

  readonly fetch = async (address: URL | string): Promise<Response> => {
    if (this.isAway) throw new TypeError('the network is unreachable');
    const name = String(address).split('/').at(-1)!;
    if (String(address) === LIST_URL.href) return Response.json(this.list);
    const found = this.#pieces.get(name);
    if (!found) return new Response('', { status: 404 });
    this.asked.add(found.file.group);
    return new Response(found.packed);
  };
}

/** Stores everything, and reports it as persistent, as browser storage does. */
export class LastingShelf extends MemoryShelf {
  override async keep(...file: Parameters<MemoryShelf['keep']>): Promise<boolean> {
    await super.keep(...file);
    return true;
  }
}

/** The compiler's package, as modified by the page build. */
export async function importPagePackage(): Promise<PagePackage> {
  const path = join(findProjectRoot(), 'node_modules/@yowasp/clang/gen/bundle.js');
  const folder = await mkdtemp(join(tmpdir(), 'haze-page-package-'));
  const changed = join(folder, 'bundle.mjs');
  try {
    await writeFile(changed, maybeProvided(path, await readFile(path, 'utf8'))!);
    return (await import(pathToFileURL(changed).href)) as PagePackage;
  } finally {
    await rm(folder, { recursive: true });
  }
}
