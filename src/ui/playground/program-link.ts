// A link that opens the page with a whole program: source, inputs, settings, core.
import { HazeError } from '../../errors/haze-error.ts';
import { maybeUnpackShareFragment, packShareFragment } from '../share/share-link.ts';
import { maybeProgram, type Program } from './program.ts';

/** The address of this page with the program in it. */
export async function linkProgram(program: Program, page: string): Promise<string> {
  const address = new URL(page);
  address.hash = await packShareFragment(program);
  return address.href;
}

/**
 * The program in an address's fragment; undefined when it holds none of ours.
 * @throws HazeError `malformed-link`
 */
export async function maybeLinkedProgram(fragment: string): Promise<Program | undefined> {
  const data = await maybeUnpackShareFragment(fragment);
  if (data === undefined) return undefined;
  const program = maybeProgram(data);
  if (program) return program;
  throw new HazeError(
    'malformed-link',
    'The link does not hold a program: it holds something else. Ask for it once more.',
  );
}
