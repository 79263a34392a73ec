// A link that opens the page with a complete program: source, inputs, settings and core.
import { HazeError } from '../../../errors/haze-error.ts';
import { maybeProgram, type Program } from '../../draft/program.ts';
import { maybeUnpackShareFragment, packShareFragment } from '../../share/share-link.ts';
import { type LinkedProject, maybeLinkedProject } from './project-link.ts';

/** URL of this page with the program in its fragment. */
export async function linkProgram(program: Program, page: string): Promise<string> {
  const address = new URL(page);
  address.hash = await packShareFragment(program);
  return address.href;
}

/**
 * Program or project in a URL's fragment; undefined if the fragment is not a share link.
 * @throws HazeError `malformed-link`
 */
export async function maybeLinked(
  fragment: string,
): Promise<LinkedProject | { readonly project: undefined; readonly program: Program } | undefined> {
  const data = await maybeUnpackShareFragment(fragment);
  if (data === undefined) return undefined;
  const linked = maybeLinkedProject(data);
  if (linked) return linked;
  const program = maybeProgram(data);
  if (program) return { project: undefined, program };
  throw new HazeError(
    'malformed-link',
    'The link contains something other than a program. Ask for the link again.',
  );
}
