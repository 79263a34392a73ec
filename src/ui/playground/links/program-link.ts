// A link that opens the page with a complete program: source, inputs, settings and core.
import { HazeError } from '../../../errors/haze-error.ts';
import { maybeProgram, type Program } from '../../draft/program.ts';
import { maybeUnpackShareFragment, packShareFragment } from '../../share/share-link.ts';
import { checkLinkedFiles } from './check-linked-files.ts';
import { type LinkedProject, maybeLinkedProject } from './project-link.ts';

/** Contents of a link to a program that is not a project. */
interface LinkedProgram {
  readonly project: undefined;
  readonly program: Program;
}

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
export async function maybeLinked(fragment: string): Promise<LinkedProject | LinkedProgram | undefined> {
  const data = await maybeUnpackShareFragment(fragment);
  if (data === undefined) return undefined;
  const linked = maybeLinkedProject(data) ?? maybeLinkedProgram(data);
  if (linked) {
    checkLinkedFiles(linked.program.files);
    return linked;
  }
  throw new HazeError(
    'malformed-link',
    'The link does not contain a program. Ask its sender for a new link.',
  );
}

function maybeLinkedProgram(data: unknown): LinkedProgram | undefined {
  const program = maybeProgram(data);
  return program && { project: undefined, program };
}
