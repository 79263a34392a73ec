// Inputs of a program as texts that may contain the Ux text of a source.
import type { RunInputs } from '../budget/name-sources.ts';
import type { ProgramRequest } from '../runtime/running/run-program.ts';

/** Longer files are not searched for the Ux text of a source. */
const LONGEST_INPUT_BYTES = 64 * 2 ** 20;

/** Inputs of a program as texts, to search them for the Ux text of a source. */
export function describeInputs({
  arguments: words = [],
  files = new Map(),
  stdin = new Uint8Array(),
}: GivenInputs): RunInputs {
  const read = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes);
  const given = [...files].filter(([, bytes]) => bytes.length <= LONGEST_INPUT_BYTES);
  const texts = Object.fromEntries(given.map(([path, bytes]) => [path, read(bytes)]));
  return { arguments: words, files: stdin === 'process' ? texts : { ...texts, stdin: read(stdin) } };
}

export type GivenInputs = Pick<ProgramRequest, 'arguments' | 'files' | 'stdin'>;
