// What an executor and its compile worker say to each other. The worker answers requests one after another.
import type { BuildRequest } from '../toolchain/build-result.ts';
import type { BuildOutput } from './builder.ts';

/** To the worker. `id` comes back in the answer. */
export type CompileRequest =
  | { readonly kind: 'version'; readonly id: number }
  /** Load the compiler now, so that the first build need not wait for it. */
  | { readonly kind: 'warm'; readonly id: number }
  | { readonly kind: 'build'; readonly id: number; readonly request: BuildRequest }
  | { readonly kind: 'rewrite'; readonly id: number; readonly module: Uint8Array };

/** What each kind of request is answered with. */
export interface CompileAnswers {
  readonly version: string;
  readonly warm: undefined;
  readonly build: BuildOutput;
  readonly rewrite: Uint8Array;
}

/** From the worker. */
export type CompileMessage =
  | { readonly kind: 'loading'; readonly doneBytes: number; readonly totalBytes: number }
  /** The tools are there, and work on the request begins. */
  | { readonly kind: 'working'; readonly id: number }
  | { readonly kind: 'answer'; readonly id: number; readonly value: CompileAnswers[keyof CompileAnswers] }
  | {
      readonly kind: 'failure';
      readonly id: number;
      readonly error: { code: string; message: string; data?: Readonly<Record<string, unknown>> };
    };
