// A build's compiler: Haze's own, or one that the user supplies.

/** A foreign compiler: a WASI program that compiles a source to a WebAssembly object. */
export interface ForeignToolchain {
  /** Display name of the compiler. */
  readonly name: string;
  readonly source:
    | { readonly kind: 'registry'; readonly package: string }
    /** Bytes of a `.webc` package or a `.wasm` program. */
    | { readonly kind: 'file'; readonly bytes: Uint8Array };
  /** Command in the package; undefined for its entrypoint. */
  readonly command?: string;
  /**
   * The command's arguments, split as in a shell: `{source}` and `{object}` are replaced with the paths, `{include}`
   * with the folder that contains <uxhw.h>, and `{flags}` with the program's flags.
   */
  readonly arguments: string;
}

/** Arguments for a compiler that accepts the usual C compiler options. */
export const USUAL_ARGUMENTS = '-I{include} {flags} -c {source} -o {object}';
