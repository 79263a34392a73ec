// Sentences about features that this browser or visit lacks: each names the missing feature, what still works, and a
// remedy.

/** Features of the browser and of the visit. */
export interface Abilities {
  readonly hasWebAssembly: boolean;
  readonly hasSimd: boolean;
  /** True if a content security policy forbids WebAssembly. */
  readonly isBlocked: boolean;
  /** Reason why no service worker serves this page; '' if one does. */
  readonly serviceWorkerProblem: string;
  /** Reason why the page could not open its storage; '' on success. */
  readonly storageProblem: string;
  /** True if the browser allows the page to store data; if not, `serviceWorkerProblem` contains the reason. */
  readonly isKept: boolean;
  /** True if the download outlives the page; undefined if unknown. */
  readonly isDownloadKept: boolean | undefined;
}

export interface MissingAbility {
  readonly name: 'webassembly' | 'simd' | 'service-worker' | 'storage' | 'room';
  readonly sentence: string;
}

const NEWER = 'Use Chrome or Edge 91, Firefox 89, Safari 16.4 or later.';

/** The sentences that apply, most serious first. */
export function findMissing(abilities: Abilities): MissingAbility[] {
  const { hasWebAssembly, hasSimd, isBlocked, serviceWorkerProblem, storageProblem, isKept, isDownloadKept } =
    abilities;
  const missing: MissingAbility[] = [];
  // Only a page that can run programs says so in the sentences about other features.
  const canRun = hasWebAssembly && hasSimd && !isBlocked;
  const works = (sentence: string) => (canRun ? sentence : 'Writing and sharing links still work.');
  if (isBlocked) {
    missing.push({
      name: 'webassembly',
      sentence:
        "The content security policy of this site forbids WebAssembly: programs cannot be built or run here. Writing, opening examples and sharing links still work. The site’s host can allow it by adding 'wasm-unsafe-eval' to script-src.",
    });
  } else if (!hasWebAssembly) {
    missing.push({
      name: 'webassembly',
      sentence: `This browser has no WebAssembly, or it is turned off: programs cannot be built or run here. Writing, opening examples and sharing links still work. ${NEWER}`,
    });
  } else if (!hasSimd) {
    missing.push({
      name: 'simd',
      sentence: `This browser’s WebAssembly does not support SIMD instructions: programs can be built, but not run on a core with distributions. Writing, building and sharing links still work. ${NEWER}`,
    });
  }
  if (storageProblem !== '') {
    missing.push({
      name: 'storage',
      sentence: `This page is not allowed to store data (${storageProblem}): programs cannot be built or run here. Writing and sharing links still work. Allow the site to store data, or leave the private window, and reload.`,
    });
  } else if (!isKept) {
    missing.push({
      name: 'storage',
      sentence: `Nothing is kept when this page is closed (${serviceWorkerProblem}): runs and the compiler are lost, and other toolchains do not work. ${works('Building, running and sharing links still work.')}`,
    });
  } else if (serviceWorkerProblem !== '') {
    missing.push({
      name: 'service-worker',
      sentence: `There is no service worker (${serviceWorkerProblem}): other code cannot call the service at its URL, and the next visit needs a network. ${works('Building, running and everything else on this page still work.')}`,
    });
  }
  if (isDownloadKept === false && canRun) {
    missing.push({
      name: 'room',
      sentence:
        'The browser’s storage has no room for the compiler: it stays in memory while this page is open, and will be downloaded again on the next visit. Programs can be built and run. To keep it, free some disk space and reload.',
    });
  }
  return missing;
}

// (module (func (drop (v128.const i32x4 0 0 0 0)))), encoded according to the WebAssembly specification.
const SIMD_MODULE = [
  ...[
    0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00, 0x01, 0x04, 0x01, 0x60, 0x00, 0x00, 0x03, 0x02, 0x01,
    0x00,
  ],
  ...[0x0a, 0x17, 0x01, 0x15, 0x00, 0xfd, 0x0c, ...new Array<number>(16).fill(0), 0x1a, 0x0b],
];

/** The smallest module; undefined if a content security policy forbids all modules. */
function maybeModule(): WebAssembly.Module | undefined {
  try {
    return new WebAssembly.Module(new Uint8Array(SIMD_MODULE.slice(0, 8)));
  } catch {
    return undefined;
  }
}

/** Tests which WebAssembly features this browser supports. */
export function probeWebAssembly(): Pick<Abilities, 'hasWebAssembly' | 'hasSimd' | 'isBlocked'> {
  const hasWebAssembly = typeof WebAssembly === 'object';
  return {
    hasWebAssembly,
    hasSimd: hasWebAssembly && WebAssembly.validate(new Uint8Array(SIMD_MODULE)),
    isBlocked: hasWebAssembly && !maybeModule(),
  };
}
