// Search dialog: a field and its results, with arrow-key navigation. The index and the search library are lazy-loaded
// on the first search.
import { loadOnce } from '../../errors/load-once.ts';
import type { SearchedSection } from './search-options.ts';
import { docsFolder } from './site-folders.ts';

type Hit = Omit<SearchedSection, 'body'>;

type Find = (words: string) => readonly Hit[];

const MOST_HITS = 12;
let dialog: HTMLDialogElement | undefined;

/** Opens the dialog. */
export async function openSearch(): Promise<void> {
  dialog ??= createDialog();
  if (!dialog.open) dialog.showModal();
  dialog.querySelector('input')?.select();
}

const loadFind = loadOnce(async (): Promise<Find> => {
  const [{ default: MiniSearch }, { SEARCH_OPTIONS }, text] = await Promise.all([
    import('minisearch'),
    import('./search-options.ts'),
    fetch(new URL('search.json', docsFolder())).then((answer) => {
      if (!answer.ok) throw new Error(`${answer.status}`);
      return answer.text();
    }),
  ]);
  const index = MiniSearch.loadJSON(text, SEARCH_OPTIONS);
  return (words) => index.search(words).slice(0, MOST_HITS) as unknown as Hit[];
});

function createDialog(): HTMLDialogElement {
  const made = document.createElement('dialog');
  made.className = 'finder';
  made.setAttribute('aria-label', 'Search the documentation');
  made.innerHTML = `<form method="dialog"><label><span class="unseen">Search the documentation</span>
<input type="search" role="combobox" aria-expanded="false" aria-controls="hits" aria-autocomplete="list"
 autocomplete="off" spellcheck="false" placeholder="Search the documentation"></label>
<button type="submit">Close</button></form>
<p class="told" role="status"></p><div id="hits" role="listbox" aria-label="Search results"></div>`;
  const field = made.querySelector('input')!;
  const list = made.querySelector<HTMLElement>('#hits')!;
  field.addEventListener('input', () => void show(field, list));
  field.addEventListener('keydown', (event) => press(event, field, list));
  made.addEventListener('click', (event) => {
    if (event.target === made || (event.target as HTMLElement).closest('a')) made.close();
  });
  document.body.append(made);
  return made;
}

async function show(field: HTMLInputElement, list: HTMLElement): Promise<void> {
  const words = field.value.trim();
  const told = list.previousElementSibling!;
  let hits: readonly Hit[] = [];
  try {
    hits = words === '' ? [] : (await loadFind())(words);
  } catch {
    told.textContent = 'The search could not be loaded. Check the network, and try again.';
    return;
  }
  if (words !== field.value.trim()) return;
  list.replaceChildren(...hits.map(describeHit));
  field.setAttribute('aria-expanded', String(hits.length > 0));
  told.textContent = words !== '' && hits.length === 0 ? `No results for “${words}”.` : '';
  choose(field, list, hits.length > 0 ? 0 : -1);
}

function describeHit({ id, heading, page, excerpt }: Hit, i: number): HTMLElement {
  const link = document.createElement('a');
  link.id = `hit-${i}`;
  link.setAttribute('role', 'option');
  link.href = new URL(id, docsFolder()).href;
  link.tabIndex = -1;
  const line = (name: string, text: string) => {
    const node = document.createElement(name);
    node.textContent = text;
    link.append(node);
  };
  line('strong', heading);
  if (page !== heading) line('em', page);
  line('span', excerpt);
  return link;
}

function press(event: KeyboardEvent, field: HTMLInputElement, list: HTMLElement): void {
  const items = [...list.children];
  const at = items.findIndex((item) => item.getAttribute('aria-selected') === 'true');
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step !== undefined && items.length > 0) {
    event.preventDefault();
    choose(field, list, (at + step + items.length) % items.length);
  } else if (event.key === 'Enter') {
    event.preventDefault();
    (items[at] as HTMLElement | undefined)?.click();
  }
}

function choose(field: HTMLInputElement, list: HTMLElement, chosen: number): void {
  for (const [i, item] of [...list.children].entries())
    item.setAttribute('aria-selected', String(i === chosen));
  const item = list.children[chosen];
  if (item) field.setAttribute('aria-activedescendant', item.id);
  else field.removeAttribute('aria-activedescendant');
  item?.scrollIntoView({ block: 'nearest' });
}
