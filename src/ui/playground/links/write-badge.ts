// README badges that open a repository in this page; lazy-loaded.
import { copyText } from '../../browser/copy-text.ts';
import type { NamedRepository } from '../../project/haze-project.ts';
import { FRAGMENT } from './repository-link.ts';

/** Markdown for a badge that opens a repository in the page. */
export function writeBadge({ url, branch }: NamedRepository, page: string): string {
  const fragment = new URLSearchParams({ [FRAGMENT]: url, ...(branch !== '' && { branch }) });
  const opened = new URL(`./#${fragment}`, page);
  opened.search = '';
  return `[![Open in Haze](${new URL('./badge.svg', page).href})](${opened.href})`;
}

/** Copies a repository's badge; shows its text if the browser does not allow copying. */
export async function copyBadge(repository: NamedRepository, say: (sentence: string) => void): Promise<void> {
  const badge = writeBadge(repository, location.href);
  const isCopied = await copyText(badge);
  say(isCopied ? 'The badge for a README is on the clipboard.' : `The badge for a README: ${badge}`);
}
