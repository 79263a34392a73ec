// This build's toolchain files, and the compiler loaded from them.
import { loadInTime } from '../../../jobs/compiling/load-in-time.ts';
import { type Clang, openClang, type ToolsPackage } from '../../../toolchain/clang/clang.ts';
import { GUEST_LIBRARIES } from '../../../toolchain/sources/file-list.ts';
import type { GuestRuntime } from '../../../toolchain/sources/guest-runtime.ts';
import { parseGuestLibrary, parseGuestRuntime } from '../../../toolchain/sources/guest-runtime-json.ts';
import type { Language } from '../../../toolchain/sources/language.ts';
import { siteFileUrl, siteFolderUrl } from '../site-files.ts';
import type { DownloadOptions, ToolchainFilesOptions } from './download/download-options.ts';
import { ToolchainFiles } from './download/toolchain-files.ts';
import { openUnpack } from './download/unpack.ts';
import { FIRST_FILES } from './kernel-file.ts';
import { ToolParts, type UnpackArchive } from './tool-parts.ts';

/** The compiler package's files, by the names that the package requests. */
const CLANG_FILES = [
  'llvm.core.wasm',
  'llvm.core2.wasm',
  'llvm.core3.wasm',
  'llvm.core4.wasm',
  'llvm-resources.tar',
] as const;

/** The package as modified by scripts/describe-site.ts: its caller supplies files and instances. */
export type PagePackage = ToolsPackage & {
  provideFiles(open: (name: string) => Promise<Response>): void;
  provideParts(parts: Pick<ToolParts, 'instantiate' | 'openSystem'>): void;
  readonly unpackTarFilesystem: UnpackArchive;
};

/** Opens this build's files. */
export function openToolchainFiles(options: Pick<ToolchainFilesOptions, 'takePiece'> = {}): ToolchainFiles {
  return new ToolchainFiles(siteFileUrl('list'), openUnpack, { first: FIRST_FILES, ...options });
}

/** URL of the SDK that runs foreign toolchains. */
export function wasmerSdkUrl(): URL {
  return new URL('wasmer/dist/index.js', siteFolderUrl());
}

/** Loads the guest runtime. A language's library is downloaded when a program in that language is linked. */
export async function loadPageGuest(files: ToolchainFiles): Promise<GuestRuntime> {
  const guest = await files.use('guest.json', async (file) => parseGuestRuntime(await file.text()));
  const loadLibrary = async (language: Language) => {
    const name = GUEST_LIBRARIES[language];
    return name === undefined
      ? undefined
      : files.use(name, async (file) => parseGuestLibrary(await file.text()));
  };
  return { ...guest, loadLibrary };
}

/**
 * Downloads missing files that every build needs, and loads the compiler; other files are downloaded on demand.
 * @throws HazeError `toolchain-load-failed` and download errors
 */
export async function loadPageClang(files: ToolchainFiles, options: DownloadOptions): Promise<Clang> {
  const [tools, { ended }] = await Promise.all([
    loadInTime(() => import('@yowasp/clang') as unknown as Promise<PagePackage>),
    files.startDownload(options),
  ]);
  const { onProgress } = options;
  const parts = await ToolParts.open({ files, onProgress, unpackArchive: tools.unpackTarFilesystem });
  tools.provideParts(parts);
  const load = () =>
    openClang(tools, { obtain: (missing, mayDownload) => parts.obtain(missing, mayDownload) });
  // The package requests files one after another, which would leave the connection idle while the large file is
  // compiled. All requests are therefore started together.
  const opened = new Map<string, Promise<Response>>(
    CLANG_FILES.map((name) => [name, files.openArriving(name)]),
  );
  for (const response of opened.values()) response.catch(() => undefined);
  tools.provideFiles((name) => {
    const response = opened.get(name);
    opened.delete(name);
    return response ?? files.open(name);
  });
  try {
    // By now, all of these files are stored.
    return await load();
  } catch {
    // The download's own error takes precedence.
    await ended;
    return openDirectly(tools, files, { options, load });
  }
}

// The service worker may have terminated during its response. Downloads the file again if storage has no intact copy
// either.
async function openDirectly(
  tools: PagePackage,
  files: ToolchainFiles,
  { options, load }: { readonly options: DownloadOptions; readonly load: () => Promise<Clang> },
): Promise<Clang> {
  tools.provideFiles((name) => files.open(name, { isDirect: true }));
  try {
    return await load();
  } catch {
    for (const name of CLANG_FILES) await files.discard(name);
    await files.download(options);
    return load();
  }
}
