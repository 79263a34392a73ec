// Reusable modules: linked modules are stored under the hash of their sources, and rewritten modules under the hash of
// the linked module. Modules may be evicted at any time; everything that a build needs permanently is stored under the
// build's own keys.

import type { BuildOutput } from '../../program/built-program.ts';
import { forgiveFull, ObjectCache } from '../../store/contract/object-cache.ts';
import type { Store } from '../../store/contract/store.ts';
import type { BuildRequest } from '../../toolchain/building/build-result.ts';
import { maybeHashParts } from '../../toolchain/sources/content-hash.ts';
import type { Diagnostic } from '../../toolchain/sources/diagnostic.ts';
import { normaliseFiles, type SourceFiles } from '../../toolchain/sources/source-files.ts';
import type { CoreSpec } from '../../uncertainty/core/core-spec.ts';

/** Results of an identical earlier build. */
export interface LinkedProgram {
  readonly module: Uint8Array;
  readonly log: string;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Hash of everything that a module depends on, including every byte of every file: an account with the same sources
 * may use the module of another account's build. Undefined if cryptography is unavailable.
 * @param contentHash result of `maybeHashFiles`, if known
 */
export async function maybeHashBuild(
  request: BuildRequest,
  core: CoreSpec,
  version: string,
  contentHash?: string,
): Promise<string | undefined> {
  const { sources, ...settings } = request;
  const { Name: _, ...spec } = core;
  const files = contentHash ?? (await maybeHashFiles(sources));
  const text = JSON.stringify([Object.entries(settings).sort(), spec, files]);
  return maybeHashParts([version, text]);
}

/** Hash of all file paths and contents; undefined if cryptography is unavailable. */
export function maybeHashFiles(sources: SourceFiles): Promise<string | undefined> {
  const files = normaliseFiles(sources);
  return maybeHashParts([JSON.stringify([...files.keys()]), ...files.values()]);
}

function parseDiagnostics(json: Uint8Array | undefined): readonly Diagnostic[] {
  return json ? (JSON.parse(new TextDecoder().decode(json)) as Diagnostic[]) : [];
}

export interface ArtifactOptions {
  readonly maxSizeBytes: number;
  readonly now: () => number;
  /** Part of the key of rewritten modules; while it is undefined, no module is cached. */
  readonly rewritingVersion: () => Promise<string | undefined>;
}

export class Artifacts {
  readonly #store: Store;
  readonly #linked: ObjectCache;
  readonly #logs: ObjectCache;
  readonly #diagnostics: ObjectCache;
  readonly #rewritten: ObjectCache;
  readonly #maxSizeBytes: number;
  readonly #rewritingVersion: ArtifactOptions['rewritingVersion'];

  constructor(store: Store, options: ArtifactOptions) {
    const { now, maxSizeBytes } = options;
    this.#rewritingVersion = options.rewritingVersion;
    this.#store = store;
    this.#linked = new ObjectCache(store, 'linked', now);
    this.#logs = new ObjectCache(store, 'logs', now);
    this.#diagnostics = new ObjectCache(store, 'diagnostics', now);
    this.#rewritten = new ObjectCache(store, 'rewritten', now);
    this.#maxSizeBytes = maxSizeBytes;
  }

  /** The results of an identical build, if they still exist. */
  async findLinked(hash: string): Promise<LinkedProgram | undefined> {
    const module = await this.#linked.get(hash);
    const log = module && (await this.#logs.get(hash));
    const diagnostics = log && (await this.#diagnostics.get(hash));
    return log && { module, log: new TextDecoder().decode(log), diagnostics: parseDiagnostics(diagnostics) };
  }

  /** Caches all results of a build if there is enough space. */
  async keep(hash: string, output: BuildOutput & { readonly ok: true }): Promise<void> {
    const moduleHash = await this.#maybeHashRewritten(output.module);
    const encoder = new TextEncoder();
    const storing = this.#store.transaction(async (tx) => {
      await this.#logs.putWithin(tx, hash, encoder.encode(output.log));
      await this.#diagnostics.putWithin(tx, hash, encoder.encode(JSON.stringify(output.diagnostics ?? [])));
      await this.#linked.putWithin(tx, hash, output.module);
      if (moduleHash) await this.#rewritten.putWithin(tx, moduleHash, output.rewritten);
    });
    await forgiveFull(storing);
  }

  /** Evicts modules until the size limit is met. */
  async evict(): Promise<void> {
    for (const cache of [this.#linked, this.#logs, this.#diagnostics, this.#rewritten]) {
      await cache.evict({ maxSizeBytes: this.#maxSizeBytes });
    }
  }

  /** Returns the module ready to run; calls `rewrite` if it is not cached. */
  async rewritten(
    module: Uint8Array,
    rewrite: (module: Uint8Array) => Promise<Uint8Array>,
  ): Promise<Uint8Array> {
    const hash = await this.#maybeHashRewritten(module);
    const known = hash && (await this.#rewritten.get(hash));
    if (known) return known;
    const made = await rewrite(module);
    if (hash) {
      await this.#rewritten.put(hash, made);
      await this.#rewritten.evict({ maxSizeBytes: this.#maxSizeBytes });
    }
    return made;
  }

  async #maybeHashRewritten(module: Uint8Array): Promise<string | undefined> {
    const version = await this.#rewritingVersion();
    return version === undefined ? undefined : maybeHashParts([version, module]);
  }
}
