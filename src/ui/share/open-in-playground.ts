// A program that stands in a page, opened in the playground: its address has the program in the fragment.
import type { Program } from '../draft/program.ts';
import { packShareFragment } from './share-link.ts';

/** Program as an element in a page knows it. */
export type OpenedProgram = Pick<Program, 'title' | 'language' | 'core' | 'source' | 'arguments' | 'stdin'>;

/** A program of several files: what the playground takes from a link to a project. */
export interface OpenedProject {
  readonly project: {
    readonly name: string;
    readonly current: string;
    readonly files: readonly { readonly path: string; readonly text: string }[];
  };
  readonly inputs: Omit<OpenedProgram, 'source'>;
}

export type Opened = OpenedProgram | OpenedProject;

/** The playground's address with the program in it. */
export async function addressInPlayground(program: Opened, playground: URL): Promise<string> {
  const address = new URL(playground);
  address.hash = await packShareFragment(
    'project' in program
      ? { ...program, inputs: { ...program.inputs, files: [] } }
      : ({ ...program, files: [] } satisfies Program),
  );
  return address.href;
}

/**
 * Opens the program in a new tab; to be called while a press counts as one.
 * @throws HazeError `link-too-large`
 * @returns the address, where the browser has opened no tab
 */
export async function openInPlayground(program: Opened, playground: URL): Promise<string | undefined> {
  // Its address comes when the link is packed, and the press does not count any more then.
  const tab = window.open('', '_blank');
  const address = await addressInPlayground(program, playground).catch((error: unknown) => {
    tab?.close();
    throw error;
  });
  if (!tab) return address;
  tab.opener = null;
  tab.location.href = address;
  return undefined;
}
