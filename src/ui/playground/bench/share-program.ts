// Shares a program: creates a link to the open program, and puts it into the address bar and on the clipboard.

import { copyText } from '../../browser/copy-text.ts';
import { putOwnLink } from '../links/own-link.ts';
import { linkProgram } from '../links/program-link.ts';
import { linkProject, MOST_LINK_CHARACTERS } from '../links/project-link.ts';
import type { Bench } from './bench.ts';

/** Shares the program or the whole project; reports what the link contains, or an error. */
export async function shareProgram({ state: { project, program }, say }: Bench): Promise<void> {
  const link = project
    ? await linkProject({ project, program }, location.href)
    : await linkProgram(program, location.href);
  if (project && link.length > MOST_LINK_CHARACTERS) {
    say(
      `This project is too large for a link: the link would have ${link.length} characters, and mail and chat programs cut off anything longer than ${MOST_LINK_CHARACTERS}. “Save zip” gives you all its files, which can be sent and then opened with “Open zip”.`,
    );
    return;
  }
  const warning =
    link.length > MOST_LINK_CHARACTERS
      ? ` Mail and chat programs cut off anything longer than ${MOST_LINK_CHARACTERS}: keep the link, or send the program as a file.`
      : '';
  const held = project ? `all ${project.files.size} files of the project` : 'the program';
  putOwnLink(link);
  const isCopied = await copyText(link);
  say(
    `The link to this program is ${isCopied ? 'on the clipboard and ' : ''}in the address bar: ${link.length} characters, which contain ${held}, its inputs and its core.${warning}`,
  );
}
