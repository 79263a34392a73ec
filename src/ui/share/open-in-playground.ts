// Link from a program embedded in a page to the playground, with the program in the fragment.
import type { Program } from '../draft/program.ts';
import { packShareFragment } from './share-link.ts';

/** A program in the form used by elements in pages. */
type OpenedProgram = Pick<
  Program,
  'title' | 'language' | 'core' | 'source' | 'arguments' | 'stdin' | 'files'
>;

/** A project of several files, in the form used by playground links. */
export interface OpenedProject {
  readonly project: {
    readonly name: string;
    readonly current: string;
    readonly files: readonly { readonly path: string; readonly text: string }[];
  };
  readonly inputs: Omit<OpenedProgram, 'source'>;
}

export type Opened = OpenedProgram | OpenedProject;

/** URL of the playground with the program in its fragment. */
export async function addressInPlayground(program: Opened, playground: URL): Promise<string> {
  const address = new URL(playground);
  address.hash = await packShareFragment(program);
  return address.href;
}

/**
 * Opens the program in a new tab. Browsers allow this only during a user action.
 * @throws HazeError `link-too-large`
 * @returns the URL if the browser has blocked the tab
 */
export async function openInPlayground(program: Opened, playground: URL): Promise<string | undefined> {
  // The tab is opened before the link is packed, because browsers no longer permit it once the click has been handled.
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
