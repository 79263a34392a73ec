// haze-docs.js: the one script of a page whose programs were rendered when its site was built (src/docs/render-program.ts).
// It adds buttons, and nothing else until one is pressed; then <haze-program> takes the place of that one program. Words
// are those of the page's language. Programs that come later, as in sites that change pages by themselves, count too.
import { wordsOf } from '../../docs/words.ts';
import { packShareFragment } from '../share/share-link.ts';

interface ProgramElement extends HTMLElement {
  source: string;
  run(): Promise<void> | void;
}

const own = findScript();
const folder = new URL('.', own?.src ?? document.baseURI);
/** How long “copied” is said. */
const COPIED_MS = 2000;
/** Of the figure's data and of the element alike. */
const ATTRIBUTES = [
  'core',
  'language',
  'seed',
  'arguments',
  'stdin',
  'label',
  'editable',
  'controls',
] as const;

/** This script's tag: a module has none of its own. */
function findScript(): HTMLScriptElement | null {
  const current = document.currentScript as HTMLScriptElement | null;
  return current?.src ? current : document.querySelector<HTMLScriptElement>('script[src*="haze-docs.js"]');
}

let loaded: Promise<void> | undefined;

/** Makes <haze-program> known; what could not be loaded is tried again the next time. */
function loadElement(): Promise<void> {
  loaded ??= importElement().catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function importElement(): Promise<void> {
  if (folder.origin === location.origin) {
    await import(/* @vite-ignore */ new URL('haze-embed.js', folder).href);
  } else {
    await new Promise<void>((resolve, reject) => {
      const tag = document.createElement('script');
      tag.src = new URL('haze-program.js', folder).href;
      if (own?.nonce) tag.nonce = own.nonce;
      tag.onload = () => resolve();
      tag.onerror = () => reject(new Error('haze-program.js did not come'));
      document.head.append(tag);
    });
  }
  await customElements.whenDefined('haze-program');
}

function sourceOf(figure: HTMLElement): string {
  return figure.dataset.source ?? figure.querySelector('.haze-source')?.textContent?.trim() ?? '';
}

/** Puts the element in the place of source and output, as high as these were. */
async function wake(figure: HTMLElement, isRun: boolean): Promise<void> {
  const words = wordsOf(langOf(figure));
  const bar = figure.querySelector<HTMLElement>('.haze-bar');
  const buttons = [...figure.querySelectorAll<HTMLButtonElement>('.haze-bar button')];
  const pressed = buttons.find(({ name }) => name === (isRun ? 'run' : 'edit'));
  figure.querySelector('.haze-unreachable')?.remove();
  for (const button of buttons) button.disabled = true;
  if (pressed) pressed.textContent = words.loading;
  try {
    await loadElement();
  } catch {
    for (const button of buttons) button.disabled = false;
    if (pressed) pressed.textContent = isRun ? words.run : words.edit;
    const said = document.createElement('p');
    said.className = 'haze-unreachable';
    said.setAttribute('role', 'alert');
    said.textContent = words.unreachable;
    bar?.after(said);
    return;
  }
  const program = document.createElement('haze-program') as ProgramElement;
  for (const name of ATTRIBUTES) {
    const value = figure.dataset[name];
    if (value !== undefined) program.setAttribute(name, value);
  }
  program.source = sourceOf(figure);
  const results = [
    ...figure.querySelectorAll<HTMLElement>(
      ':scope > :is(.haze-output, .haze-stderr, .haze-status, .haze-problems)',
    ),
  ];
  const replaced = [bar, figure.querySelector<HTMLElement>('.haze-source')];
  const caption = figure.querySelector('figcaption');
  const { top } = figure.getBoundingClientRect();
  const bottom = (caption ?? figure).getBoundingClientRect()[caption ? 'top' : 'bottom'];
  const hideResults = () => {
    for (const node of results) node.hidden = true;
    program.style.minBlockSize = `${bottom - top}px`;
  };
  (bar ?? figure).before(program);
  for (const node of replaced) if (node) node.hidden = true;
  figure.classList.add('haze-live');
  if (!isRun) {
    program.addEventListener('haze-run', hideResults, { once: true });
    return;
  }
  hideResults();
  await program.run();
}

function langOf(node: HTMLElement): string {
  return node.closest<HTMLElement>('[lang]')?.lang ?? 'en';
}

async function openInPlayground(figure: HTMLElement): Promise<void> {
  const { language = 'C', core = '', arguments: words = '', stdin = '', label = '' } = figure.dataset;
  // Opened while the press still counts as one; its address comes when the link is packed.
  const tab = window.open('', '_blank');
  const program = {
    title: label,
    language,
    core,
    source: sourceOf(figure),
    arguments: words,
    stdin,
    files: [],
  };
  const address = new URL('index.html', folder);
  address.hash = await packShareFragment(program);
  if (tab) {
    tab.opener = null;
    tab.location.href = address.href;
  } else location.href = address.href;
}

function setUp(figure: HTMLElement): void {
  const bar = figure.querySelector<HTMLElement>('.haze-bar');
  if (!bar || bar.querySelector('button')) return;
  const words = wordsOf(langOf(figure));
  const add = (name: string, label: string, press: (button: HTMLButtonElement) => void) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.name = name;
    button.textContent = label;
    button.addEventListener('click', () => press(button));
    bar.append(button);
    return button;
  };
  add('copy', words.copy, async (button) => {
    await navigator.clipboard.writeText(sourceOf(figure));
    button.textContent = words.copied;
    setTimeout(() => {
      button.textContent = words.copy;
    }, COPIED_MS);
  });
  if (figure.dataset.haze !== 'runs') return;
  add('open', words.playground, () => void openInPlayground(figure)).title = words.open;
  if (figure.dataset.editable !== undefined) add('edit', words.edit, () => void wake(figure, false));
  add('run', words.run, () => void wake(figure, true));
}

function setUpAll(): void {
  for (const figure of document.querySelectorAll<HTMLElement>('figure.haze-program')) setUp(figure);
}

function start(): void {
  setUpAll();
  new MutationObserver(setUpAll).observe(document.body, { childList: true, subtree: true });
}

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start, { once: true });
else start();
