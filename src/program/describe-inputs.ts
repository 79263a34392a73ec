// A program's inputs as strings that may contain a source's Ux text.
import type { RunInputs } from '../budget/name-sources.ts';
import type { ProgramRequest } from '../runtime/running/run-program.ts';

/** Size above which a file is not searched for a source's Ux text. */
const LONGEST_INPUT_BYTES = 64 * 2 ** 20;

/** Returns a program's inputs as strings, to be searched for a source's Ux text. */
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
