// What an executor and its compile worker say to each other. The worker answers requests one after another.

import type { BuildOutput } from '../program/built-program.ts';
import type { PlacedProgram } from '../program/place-trace.ts';
import type { Trap } from '../program/trap-place.ts';
import type { BuildRequest } from '../toolchain/build-result.ts';
import type { CompileResult, CompileUnit } from '../toolchain/compiler.ts';
import type { SourcePlace } from '../toolchain/source-place.ts';
import type { ForeignToolchain } from '../toolchain/toolchain-choice.ts';
import type { ByteQuestion, ByteReply } from './byte-questions.ts';
import type { FileSlice } from './file-slices.ts';

/** To the worker. `id` comes back in the answer. */
export type CompileRequest =
  | { readonly kind: 'version'; readonly id: number }
  /** Load the compiler now, so that the first build need not wait for it. */
  | { readonly kind: 'warm'; readonly id: number }
  /** Fetch what building needs, and keep it where it will be found without a network. */
  | { readonly kind: 'download'; readonly id: number }
  /** `isKept`: objects are asked for, and told to be kept; `account`: for whom they are. */
  | {
      readonly kind: 'build';
      readonly id: number;
      readonly request: BuildRequest;
      readonly account: string;
      readonly isKept: boolean;
      /** Whether the sources have come before, in parts, and are not in the request. */
      readonly isInParts?: boolean;
    }
  /** The files of units to come: a helper compiles many of one program. */
  | { readonly kind: 'open-files'; readonly id: number; readonly files: CompileUnit['files'] }
  | { readonly kind: 'compile'; readonly id: number; readonly unit: Omit<CompileUnit, 'files'> }
  /** Build with another compiler from now on; without one, with our own again. */
  | { readonly kind: 'toolchain'; readonly id: number; readonly toolchain: ForeignToolchain | undefined }
  | { readonly kind: 'rewrite'; readonly id: number; readonly module: Uint8Array }
  /** The line of source that a program trapped at. */
  | { readonly kind: 'place'; readonly id: number; readonly trap: Trap }
  /** Where many instructions of a program come from. */
  | {
      readonly kind: 'places';
      readonly id: number;
      readonly program: PlacedProgram;
      readonly codeOffsets: readonly number[];
    };

/** All that a worker is sent. */
export type CompileOrder =
  | CompileRequest
  | ByteReply
  /** Some of the sources of a build that is to come. */
  | { readonly kind: 'part'; readonly id: number; readonly files: FileSlice };

/** What each kind of request is answered with. */
export interface CompileAnswers {
  readonly version: string;
  readonly warm: undefined;
  readonly download: undefined;
  readonly toolchain: undefined;
  readonly build: BuildOutput;
  readonly 'open-files': undefined;
  readonly compile: CompileResult;
  readonly rewrite: Uint8Array;
  readonly place: string | undefined;
  readonly places: readonly (readonly SourcePlace[])[];
}

/** From the worker. */
export type CompileMessage =
  | ByteQuestion
  | {
      readonly kind: 'progress';
      readonly id: number;
      readonly done: number;
      readonly total: number;
      readonly source: string;
    }
  | { readonly kind: 'loading'; readonly doneBytes: number; readonly totalBytes: number }
  /** The tools are there, and work on the request begins. */
  | { readonly kind: 'working'; readonly id: number }
  | { readonly kind: 'answer'; readonly id: number; readonly value: CompileAnswers[keyof CompileAnswers] }
  | {
      readonly kind: 'failure';
      readonly id: number;
      readonly error: { code: string; message: string; data?: Readonly<Record<string, unknown>> };
    };
