// A compiler that caches its results in this user's cache folder: a program that any process has already built is
// neither built nor rewritten again, and the compiler is not even loaded. A module's key covers every byte given to the
// build, so builds need not record which files the compiler reads (docs/decisions/013).
import { createHash } from 'node:crypto';
import type { ProgramCompiler } from '../../program/program-compiler.ts';
import type { BuildRequest, BuildSuccess } from '../../toolchain/building/build-result.ts';
import { normaliseFiles } from '../../toolchain/sources/source-files.ts';
import type { ContentCache } from '../files/content-cache.ts';

/**
 * Adds a cache to a compiler.
 * @param version identifies everything, apart from the request, that affects the result
 */
export function keepPrograms(
  compiler: ProgramCompiler,
  cache: ContentCache,
  version: string,
): ProgramCompiler {
  return {
    async build(request, options) {
      options.signal?.throwIfAborted();
      const key = keyOfBuild(request, version);
      const kept = await cache.get(key);
      if (kept) return { ...unpack(kept), isKept: true };
      const result = await compiler.build(request, options);
      // Does not cache a build that read the clock: the next build would produce a different program.
      if (result.ok && !result.readClock) await cache.put(key, pack(result));
      return result;
    },
    async rewrite(linked) {
      const key = `rewritten-${hashOf([version, linked])}`;
      const kept = await cache.get(key);
      if (kept) return kept;
      const rewritten = await compiler.rewrite(linked);
      await cache.put(key, rewritten);
      return rewritten;
    },
    ...(compiler.rewriteWithPlaces && {
      rewriteWithPlaces: (linked: Uint8Array) => compiler.rewriteWithPlaces!(linked),
    }),
    placeOf: (...wish) => compiler.placeOf(...wish),
    placesOf: (...wish) => compiler.placesOf(...wish),
  };
}

function keyOfBuild({ sources, ...settings }: BuildRequest, version: string): string {
  const files = normaliseFiles(sources);
  const names = JSON.stringify([Object.entries(settings).sort(), [...files.keys()]]);
  return `program-${hashOf([version, names, ...files.values()])}`;
}

/** SHA-256 of the parts, each preceded by its length, in hexadecimal. */
function hashOf(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    hash.update(`${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}

// Four bytes with the report's length, then the report as JSON, then the module.
function pack({ module, ...report }: BuildSuccess): Uint8Array {
  const text = Buffer.from(JSON.stringify(report));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  return Buffer.concat([length, text, module]);
}

function unpack(packed: Uint8Array<ArrayBuffer>): BuildSuccess {
  const length = new DataView(packed.buffer, packed.byteOffset).getUint32(0);
  const report = new TextDecoder().decode(packed.subarray(4, 4 + length));
  return { ...(JSON.parse(report) as Omit<BuildSuccess, 'module'>), module: packed.slice(4 + length) };
}
