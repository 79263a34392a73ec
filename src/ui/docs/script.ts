// haze-docs.js: the script for pages whose programs were rendered by their site's build
// (src/docs/rendering/render-program.ts). The script adds buttons to programs. Pressing a button replaces that program
// with <haze-program>. Labels are in the page's language. Programs that other scripts add later get buttons, too.

import { type DataFile, listContents } from '../../docs/finding/data-file.ts';
import { trimLines } from '../../docs/finding/trim-lines.ts';
import { buttonWordsOf } from '../../docs/words/button-words.ts';
import { loadOnce } from '../../errors/load-once.ts';
import { messageOf } from '../../errors/message-of.ts';
import { type Opened, openInPlayground } from '../share/open-in-playground.ts';

interface ProgramElement extends HTMLElement {
  source: string;
  files: Readonly<Record<string, string>>;
  data: Readonly<Record<string, string | Uint8Array>>;
  run(): Promise<void> | void;
}

const own = findScript();
const folder = new URL('.', own?.src ?? document.baseURI);
/** URL of the playground's folder: this script's folder, or the URL specified in a file without a site. */
const playground = own ? folder.href : document.documentElement.dataset.hazePlayground;
/** Display time of “copied”. */
const COPIED_MS = 2000;
/** Attributes of the element that also exist as data attributes on the figure. */
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

/** The script tag of this file; a module cannot access its own tag through `document.currentScript`. */
function findScript(): HTMLScriptElement | null {
  const current = document.currentScript as HTMLScriptElement | null;
  return current?.src ? current : document.querySelector<HTMLScriptElement>('script[src*="haze-docs.js"]');
}

/** Registers <haze-program>. */
const loadElement = loadOnce(async () => {
  // A self-contained file has already defined the element.
  if (customElements.get('haze-program')) return;
  if (folder.origin === location.origin) {
    await import(/* @vite-ignore */ new URL('haze-embed.js', folder).href);
  } else {
    await new Promise<void>((resolve, reject) => {
      const tag = document.createElement('script');
      tag.src = new URL('haze-program.js', folder).href;
      if (own?.nonce) tag.nonce = own.nonce;
      tag.onload = () => resolve();
      tag.onerror = () => reject(new Error('haze-program.js could not be loaded'));
      document.head.append(tag);
    });
  }
  await customElements.whenDefined('haze-program');
});

function sourceOf(figure: HTMLElement): string {
  return figure.dataset.source ?? trimLines(figure.querySelector('.haze-source')?.textContent ?? '');
}

/** Files that are built together with the main source, by path. */
function filesOf({ dataset: { files } }: HTMLElement): Readonly<Record<string, string>> {
  return files === undefined ? {} : (JSON.parse(files) as Record<string, string>);
}

/** Data files of the program. */
function inputsOf({ dataset: { inputs } }: HTMLElement): readonly DataFile[] {
  return inputs === undefined ? [] : (JSON.parse(inputs) as DataFile[]);
}

/** Replaces source and output with the element, preserving the height. */
async function wake(figure: HTMLElement, isRun: boolean): Promise<void> {
  const words = buttonWordsOf(langOf(figure));
  const bar = figure.querySelector<HTMLElement>('.haze-bar');
  const buttons = [...figure.querySelectorAll<HTMLButtonElement>('.haze-bar button')];
  const pressed = buttons.find(({ name }) => name === (isRun ? 'run' : 'edit'));
  figure.querySelector('.haze-unreachable')?.remove();
  const hadFocus = figure.contains(document.activeElement);
  const caption = figure.querySelector('figcaption');
  // The height is measured before the figure changes.
  const heightPx = heightTo(figure, caption);
  for (const button of buttons) button.disabled = true;
  if (pressed) {
    pressed.style.inlineSize = `${pressed.offsetWidth}px`;
    pressed.textContent = words.loading;
  }
  try {
    await loadElement();
  } catch {
    for (const button of buttons) button.disabled = false;
    if (pressed) {
      pressed.style.inlineSize = '';
      pressed.textContent = isRun ? words.run : words.edit;
    }
    tell(figure, words.unreachable);
    return;
  }
  const program = document.createElement('haze-program') as ProgramElement;
  for (const name of ATTRIBUTES) {
    const value = figure.dataset[name];
    if (value !== undefined) program.setAttribute(name, value);
  }
  program.setAttribute('compact', '');
  const { module, shownFile } = figure.dataset;
  if (shownFile !== undefined) program.setAttribute('file', shownFile);
  if (module !== undefined) program.setAttribute('module', new URL(`programs/${module}`, folder).href);
  program.source = sourceOf(figure);
  program.files = filesOf(figure);
  program.data = listContents(inputsOf(figure));
  const results = [
    ...figure.querySelectorAll<HTMLElement>(
      ':scope > :is(.haze-output, .haze-messages, .haze-stderr, .haze-status, .haze-problems)',
    ),
  ];
  const replaced = [bar, figure.querySelector<HTMLElement>('.haze-source')];
  const hideResults = () => {
    for (const node of results) node.hidden = true;
    program.style.minBlockSize = `${heightPx}px`;
  };
  (bar ?? figure).before(program);
  for (const node of replaced) if (node) node.hidden = true;
  figure.classList.add('haze-live');
  // The pressed button is now hidden. A tabindex on the program itself would make its controls unreachable with Tab.
  figure.tabIndex = -1;
  if (hadFocus) figure.focus({ preventScroll: true });
  if (!isRun) {
    program.addEventListener('haze-run', hideResults, { once: true });
    return;
  }
  hideResults();
  await program.run();
}

/** Shows an error below the buttons, in place of an earlier one. */
function tell(figure: HTMLElement, problem: string): void {
  figure.querySelector('.haze-unreachable')?.remove();
  const said = document.createElement('p');
  said.className = 'haze-unreachable';
  said.setAttribute('role', 'alert');
  said.dir = 'auto';
  said.textContent = problem;
  figure.querySelector('.haze-bar')?.after(said);
}

/** Height of the figure without its caption. */
function heightTo(figure: HTMLElement, caption: Element | null): number {
  const { top, bottom } = figure.getBoundingClientRect();
  return (caption?.getBoundingClientRect().top ?? bottom) - top;
}

function langOf(node: HTMLElement): string {
  return node.closest<HTMLElement>('[lang]')?.lang ?? 'en';
}

/** Contents of the link to the playground: a project if there are files besides the source, otherwise a program. */
function describeLink(figure: HTMLElement): Opened {
  const { core = '', arguments: words = '', stdin = '', label = '', file } = figure.dataset;
  const language = (figure.dataset.language ?? 'C') as 'C' | 'C++' | 'Fortran';
  const source = sourceOf(figure);
  const inputs = { title: label, language, core, arguments: words, stdin, files: inputsOf(figure) };
  if (file === undefined) return { ...inputs, source };
  const all = Object.entries({ ...filesOf(figure), [file]: source });
  const files = all.map(([path, text]) => ({ path, text }));
  return { project: { name: label, current: file, files }, inputs };
}

async function openFigure(figure: HTMLElement): Promise<void> {
  const address = await openInPlayground(describeLink(figure), new URL('index.html', playground));
  if (address !== undefined) location.href = address;
}

function setUp(figure: HTMLElement): void {
  const bar = figure.querySelector<HTMLElement>('.haze-bar');
  if (!bar || bar.querySelector('button')) return;
  const words = buttonWordsOf(langOf(figure));
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
    try {
      await navigator.clipboard.writeText(sourceOf(figure));
    } catch {
      // The reader can copy the selected text.
      getSelection()?.selectAllChildren(figure.querySelector('.haze-source') ?? figure);
      return;
    }
    button.textContent = words.copied;
    setTimeout(() => {
      button.textContent = words.copy;
    }, COPIED_MS);
  });
  if (figure.dataset.haze !== 'runs') return;
  if (playground !== undefined)
    add('open', words.playground, () => {
      openFigure(figure).catch((error: unknown) => tell(figure, messageOf(error)));
    }).title = words.open;
  if (figure.dataset.editable !== undefined) add('edit', words.edit, () => void wake(figure, false));
  // Starts loading the element as soon as the pointer is on the button.
  const expectRun = () => void loadElement().catch(() => undefined);
  add('run', words.run, () => void wake(figure, true)).addEventListener('pointerenter', expectRun);
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
