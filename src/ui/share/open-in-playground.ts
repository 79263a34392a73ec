// Link from a program in a page to the playground, with the program in the fragment.
import type { Program } from '../draft/program.ts';
import { packShareFragment } from './share-link.ts';

/** Program in the form of an element in a page. */
type OpenedProgram = Pick<
  Program,
  'title' | 'language' | 'core' | 'source' | 'arguments' | 'stdin' | 'files'
>;

/** Project of several files, in the form of a playground link. */
export interface OpenedProject {
  readonly project: {
    readonly name: string;
    readonly current: string;
    readonly files: readonly { readonly path: string; readonly text: string }[];
  };
  readonly inputs: Omit<OpenedProgram, 'source'>;
}

export type Opened = OpenedProgram | OpenedProject;

/** Address of the playground with the program in it. */
export async function addressInPlayground(program: Opened, playground: URL): Promise<string> {
  const address = new URL(playground);
  address.hash = await packShareFragment(program);
  return address.href;
}

/**
 * Opens the program in a new tab. Browsers allow that only during a press.
 * @throws HazeError `link-too-large`
 * @returns the address when the browser has blocked the tab
 */
export async function openInPlayground(program: Opened, playground: URL): Promise<string | undefined> {
  // The tab opens before the link is packed, because afterwards the press no longer allows it.
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
