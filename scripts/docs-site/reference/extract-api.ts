// Extracts declarations and docstrings of the package's entry points with API Extractor, from the compiled
// declarations. Its model of an entry point is JSON: https://api-extractor.com/pages/setup/generating_docs/.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';

/**
 * The package's entry points with their declaration files, according to package.json, in the order of the reference.
 */
export const ENTRIES: Readonly<Record<string, string>> = {
  haze: '.',
  'haze/browser': './browser',
  'haze/element': './element',
  'haze/ux': './ux',
  'haze/server': './server',
  'haze/docs': './docs',
  'haze/docs/markdown-it': './docs/markdown-it',
  'haze/docs/remark': './docs/remark',
  'haze/vite': './vite',
};

interface TokenRange {
  readonly startIndex: number;
  readonly endIndex: number;
}

/** A segment of a declaration's text; a reference carries the name of a declaration. */
export interface ApiToken {
  readonly text: string;
  readonly canonicalReference?: string;
}

/** A declaration, with the fields of the model that the reference shows. */
export interface ApiItem {
  readonly kind: string;
  readonly name?: string;
  /** Unique reference, with `~` before the name of an unexported declaration. */
  readonly canonicalReference: string;
  readonly docComment: string;
  readonly excerptTokens: readonly ApiToken[];
  readonly parameters?: readonly {
    readonly parameterName: string;
    readonly parameterTypeTokenRange: TokenRange;
    readonly isOptional: boolean;
  }[];
  readonly returnTypeTokenRange?: TokenRange;
  readonly propertyTypeTokenRange?: TokenRange;
  readonly isOptional?: boolean;
  readonly isStatic?: boolean;
  readonly members?: readonly ApiItem[];
}

/**
 * The declarations of every entry point.
 * @throws Error if an entry point has no compiled declarations or does not type-check
 */
export function extractApi(root: string): ReadonlyMap<string, readonly ApiItem[]> {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    exports: Record<string, { types: string }>;
  };
  const files = Object.values(ENTRIES).map((entry) => join(root, exports[entry]!.types));
  const folder = mkdtempSync(join(tmpdir(), 'haze-reference-'));
  try {
    const configs = files.map((file, i) => describeEntry(root, file, files, join(folder, `${i}.api.json`)));
    const compilerState = CompilerState.create(configs[0]!, { additionalEntryPoints: files });
    return new Map(
      Object.keys(ENTRIES).map((name, i) => {
        const messages: string[] = [];
        const { errorCount } = Extractor.invoke(configs[i]!, {
          compilerState,
          localBuild: true,
          messageCallback: (message) => {
            if (message.logLevel === ExtractorLogLevel.Error) messages.push(message.text);
            message.handled = true;
          },
        });
        if (errorCount > 0 || messages.length > 0)
          throw new Error(`the declarations of ${name} cannot be read: ${messages.join('; ')}`);
        const { members } = JSON.parse(readFileSync(join(folder, `${i}.api.json`), 'utf8')) as ApiItem;
        return [name, members?.[0]?.members ?? []];
      }),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function describeEntry(root: string, file: string, files: string[], apiJsonFilePath: string) {
  const silent = { default: { logLevel: 'none' as const } };
  const compilerOptions = {
    target: 'ES2022',
    lib: ['ES2023', 'ESNext.Disposable', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable', 'WebWorker'],
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    allowImportingTsExtensions: true,
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    types: ['node'],
  };
  return ExtractorConfig.prepare({
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: file,
      compiler: { overrideTsconfig: { compilerOptions, files } },
      apiReport: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      docModel: { enabled: true, apiJsonFilePath, includeForgottenExports: true },
      messages: {
        compilerMessageReporting: { default: { logLevel: 'error' as const } },
        extractorMessageReporting: silent,
        tsdocMessageReporting: silent,
      },
    } as never,
    configObjectFullPath: undefined,
    packageJsonFullPath: join(root, 'package.json'),
  });
}
