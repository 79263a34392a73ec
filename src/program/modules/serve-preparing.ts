// Worker side of module preparation for a page: rewrites a linked module, or maps offsets back to it.
import { HazeError } from '../../errors/haze-error.ts';
import { messageOf } from '../../errors/message-of.ts';
import { rewriteProgram } from '../../runtime/preparing/rewrite-program.ts';

export interface PrepareRequest {
  readonly kind: 'prepare';
  readonly linked: Uint8Array;
  /** True if operations record their locations. */
  readonly marksPlaces?: boolean;
  /** Offsets in the rewritten module to map; if undefined, the response is the module itself. */
  readonly codeOffsets?: readonly number[];
}

export type PrepareAnswer =
  | { readonly kind: 'prepared'; readonly module: Uint8Array; readonly originals: readonly number[] }
  | { readonly kind: 'not-prepared'; readonly error: { readonly code: string; readonly message: string } };

/** Answers one request. */
export function answerPreparing({
  linked,
  codeOffsets = [],
  marksPlaces = false,
}: PrepareRequest): PrepareAnswer {
  try {
    const { module, codeOffsets: map } = rewriteProgram(linked, { marksPlaces });
    const originals = codeOffsets.map((offset) => map.originalOffset(offset) ?? -1);
    return { kind: 'prepared', module: codeOffsets.length === 0 ? module : new Uint8Array(), originals };
  } catch (error) {
    const code = error instanceof HazeError ? error.code : 'internal';
    return { kind: 'not-prepared', error: { code, message: messageOf(error) } };
  }
}
