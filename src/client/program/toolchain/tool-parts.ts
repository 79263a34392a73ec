// Lazy-loaded parts of the compiler: rarely used functions, and C++ headers and libraries. When a run reaches a missing
// part, it stops, the part is loaded, and the run is restarted (src/toolchain/clang/clang.ts).
import { MissingPart } from '../../../toolchain/clang/clang.ts';
import { instantiateParts, isFirstPart } from '../../../toolchain/clang/module-parts.ts';
import type { FileGroup, PackedFile } from '../../../toolchain/sources/file-list.ts';
import type { FileTree } from '../../../toolchain/sources/source-files.ts';
import { instantiate } from '../../../uxhw/instantiate.ts';
import type { DownloadOptions } from './download/download-options.ts';
import type { ToolchainFiles } from './download/toolchain-files.ts';

/** Unpacks an archive of the system folder. */
export type UnpackArchive = (archive: ArrayBuffer) => FileTree;

export interface ToolPartsOptions {
  readonly files: ToolchainFiles;
  readonly unpackArchive: UnpackArchive;
  readonly onProgress?: DownloadOptions['onProgress'];
}

export class ToolParts {
  readonly #options: ToolPartsOptions;
  readonly #list: readonly PackedFile[];
  /** Loaded parts, by number. */
  readonly #modules = new Map<number, WebAssembly.Module>();
  readonly #isFirst = new WeakMap<WebAssembly.Module, boolean>();
  readonly #obtained = new Map<FileGroup, Promise<void>>();
  #system: FileTree = {};
  /** Names of archives whose files have already been added. */
  readonly #added = new Set<string>();

  private constructor(options: ToolPartsOptions, list: readonly PackedFile[]) {
    this.#options = options;
    this.#list = list;
  }

  static async open(options: ToolPartsOptions): Promise<ToolParts> {
    return new ToolParts(options, await options.files.list());
  }

  /** Instantiates a module of the tools. The module's functions throw MissingPart. */
  instantiate(module: WebAssembly.Module, imports: WebAssembly.Imports): WebAssembly.Instance {
    const isFirst = this.#isFirst.get(module) ?? isFirstPart(module);
    this.#isFirst.set(module, isFirst);
    if (!isFirst) return instantiate(module, imports);
    const report = (part: number): never => {
      throw new MissingPart(this.#list.find((file) => file.part === part)?.group ?? `${part}`);
    };
    return instantiateParts(module, imports, { loaded: this.#modules.values(), report });
  }

  /** The system folder presented to the tools: reading a file that has not yet arrived reports a missing part. */
  openSystem(tree: FileTree): FileTree {
    this.#system = tree;
    this.#markMissing();
    return tree;
  }

  #markMissing(): void {
    for (const { name: archive, adds = [], group } of this.#list) {
      if (this.#added.has(archive)) continue;
      for (const path of adds) {
        const place = maybePlace(this.#system, path);
        // Files in a folder that does not exist yet get their markers once the folder arrives.
        if (!place || Object.hasOwn(place.folder, place.name)) continue;
        // Not enumerable, so that copying the folder does not trigger the marker.
        Object.defineProperty(place.folder, place.name, {
          configurable: true,
          get: () => {
            throw new MissingPart(group ?? path);
          },
        });
      }
    }
  }

  /**
   * Obtains the part that a run was missing. Without `mayDownload`, obtains it only if it was downloaded before.
   * @throws HazeError download errors
   */
  async obtain({ part }: MissingPart, mayDownload: boolean): Promise<void> {
    const group = this.#list.find((file) => file.group === part)?.group;
    if (!group || (!mayDownload && !(await this.#options.files.hasGroup(group)))) return;
    const obtaining = this.#obtained.get(group) ?? this.#obtainGroup(group);
    this.#obtained.set(group, obtaining);
    // The next call retries a part that failed to load.
    obtaining.catch(() => this.#obtained.delete(group));
    await obtaining;
  }

  async #obtainGroup(group: FileGroup): Promise<void> {
    const { files, onProgress } = this.#options;
    await files.download({ group, onProgress });
    for (const { name, part, adds } of this.#list.filter((file) => file.group === group)) {
      if (part !== undefined)
        this.#modules.set(part, await files.use(name, (file) => WebAssembly.compileStreaming(file)));
      if (!adds) continue;
      this.#addFiles(await files.use(name, (file) => this.#unpack(file)), adds);
      this.#added.add(name);
    }
    this.#markMissing();
  }

  // Unpacking detects a truncated archive.
  async #unpack(archive: Response): Promise<FileTree> {
    return this.#options.unpackArchive(await archive.arrayBuffer());
  }

  #addFiles(tree: FileTree, adds: readonly string[]): void {
    for (const path of adds) {
      const { folder, name } = maybePlace(this.#system, path)!;
      const value = maybePlace(tree, path)!.folder[name]!;
      Object.defineProperty(folder, name, { value, enumerable: true, configurable: true, writable: true });
    }
  }
}

/** Folder of a path, created if it does not exist; undefined if any of its parents does not exist. */
function maybePlace(
  tree: FileTree,
  path: string,
): { readonly folder: Record<string, FileTree[string]>; readonly name: string } | undefined {
  const words = path.split('/');
  const name = words.pop()!;
  let folder = tree as Record<string, FileTree[string]>;
  for (const word of words) {
    if (Object.getOwnPropertyDescriptor(folder, word)?.get) return undefined;
    folder[word] ??= {};
    folder = folder[word] as Record<string, FileTree[string]>;
  }
  return { folder, name };
}
