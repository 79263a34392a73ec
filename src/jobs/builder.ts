// What an executor asks of whoever builds: a compile worker in pages and in Node, anything in tests.
import type { BuildRequest } from '../toolchain/build-result.ts';

/** Plain data, so that it can cross from a worker. */
export type BuildOutput =
  | {
      readonly ok: true;
      readonly log: string;
      /** As linked. */
      readonly module: Uint8Array;
      /** Ready to run. */
      readonly rewritten: Uint8Array;
      readonly buildTimeMs: number;
    }
  | {
      readonly ok: false;
      readonly log: string;
      /** The first error, in one line. */
      readonly problem: string;
      readonly buildTimeMs: number;
    };

export interface BuildOptions {
  /** Without the time in which the compiler is loaded. Reaching it rejects with `time-limit`. */
  readonly timeLimitMs: number;
  /** Ends the build; the promise is rejected with the signal's reason. */
  readonly signal: AbortSignal;
}

export interface Builder {
  /** Names everything besides the request that a module depends on: compiler, library, rewriter. */
  version(): Promise<string>;
  /** Builds a program. A program that does not build is a result; `compiler-died` may be tried again. */
  build(request: BuildRequest, options: BuildOptions): Promise<BuildOutput>;
  /** Makes a linked module ready to run. */
  rewrite(module: Uint8Array): Promise<Uint8Array>;
}
