// Compiler of a build: Haze's own, or a compiler that the user supplies.

/** A foreign compiler: a program for WASI that takes a source and writes a WebAssembly object. */
export interface ForeignToolchain {
  /** Common name of the compiler. */
  readonly name: string;
  readonly source:
    | { readonly kind: 'registry'; readonly package: string }
    /** The bytes of a `.webc` package or a `.wasm` program. */
    | { readonly kind: 'file'; readonly bytes: Uint8Array };
  /** The package's command; absent for its entrypoint. */
  readonly command?: string;
  /**
   * The command's arguments, split as a shell does: `{source}` and `{object}` are replaced by the paths, `{include}` by
   * the folder with <uxhw.h>, `{flags}` by the flags of the program.
   */
  readonly arguments: string;
}

/** Arguments for a compiler with the options of the usual C compilers. */
export const USUAL_ARGUMENTS = '-I{include} {flags} -c {source} -o {object}';
