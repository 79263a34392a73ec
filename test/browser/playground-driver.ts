// The playground from a user's perspective, in any browser that a test can drive: finds elements by their text,
// including inside shadow trees, and waits for them.

import type { Program } from '../../src/ui/draft/program.ts';
import { describeProgram } from '../../src/ui/draft/program.ts';
import { packShareFragment } from '../../src/ui/share/share-link.ts';
import { PATIENCE_MS } from './browsers.ts';

/** Links select the smallest of the usual cores by default, because most tests concern only the page. */
export const linkTo = (parts: Partial<Program>) =>
  packShareFragment(describeProgram({ core: 'C0-S', ...parts }));

/** The methods that Playwright's and Puppeteer's pages have in common. */
export interface DrivenPage {
  goto(address: string): Promise<unknown>;
  reload(): Promise<unknown>;
  evaluate<Result, Argument>(
    work: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ): Promise<Result>;
  readonly keyboard: { press(key: string): Promise<unknown>; type(text: string): Promise<unknown> };
  close(): Promise<unknown>;
}

/** Finds an element by its text or label. Runs in the page. */
function findByText([selector, text]: readonly [string, string]): boolean {
  const roots: (Document | ShadowRoot)[] = [document];
  for (let index = 0; index < roots.length; index += 1) {
    for (const element of roots[index]!.querySelectorAll('*'))
      if (element.shadowRoot) roots.push(element.shadowRoot);
  }
  const isShown = (element: Element) => element.getClientRects().length > 0;
  const found = roots
    .flatMap((root) => [...root.querySelectorAll<HTMLElement>(selector)])
    .filter(isShown)
    .find((element) =>
      (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().startsWith(text),
    );
  if (!found || (found as HTMLButtonElement).disabled) return false;
  found.focus();
  found.click();
  return true;
}

/**
 * The state of the site in the browser, for a failure message. It names each part that does not respond. Runs in the
 * page.
 */
async function describeBrowser(): Promise<string> {
  const ask = async (name: string, question: () => Promise<unknown>): Promise<string> => {
    const late = new Promise((resolve) => setTimeout(() => resolve('no answer'), 3000));
    const answer = await Promise.race([question(), late]).catch(String);
    return `${name}: ${JSON.stringify(answer)}`;
  };
  const openDatabase = () =>
    new Promise<unknown>((resolve, reject) => {
      const request = indexedDB.open('haze');
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        const { result: database } = request;
        const names = [...database.objectStoreNames];
        const transaction = database.transaction(names, 'readwrite');
        transaction.oncomplete = () => {
          database.close();
          resolve('answers');
        };
        transaction.objectStore(names[0]!).count();
      };
    });
  const lines = await Promise.all([
    ask('locks', () => navigator.locks.query()),
    ask('database', openDatabase),
    ask('caches', () => caches.keys()),
    ask('service worker', async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      const { active, waiting, installing } = registration ?? {};
      return [active, waiting, installing, navigator.serviceWorker.controller].map((one) => one?.state);
    }),
  ]);
  return lines.join('\n');
}

/** Driver errors about a page that was reloaded in the meantime. */
const LEFT =
  /context was destroyed|context with specified id|realm|DiscardedBrowsingContext|discarded|navigat|unload/i;

export class PlaygroundDriver {
  readonly page: DrivenPage;
  readonly address: string;

  constructor(page: DrivenPage, address: string) {
    this.page = page;
    this.address = address;
  }

  /**
   * Opens a program from its link. If there is a page from an earlier `open` call, reuses it with its warm compiler and
   * its history. Reloads the page if it has since been loaded in another way.
   */
  async open(parts: Partial<Program>): Promise<void> {
    const fragment = await linkTo(parts);
    const isThere = await this.page.evaluate((link) => {
      if (!('hasOpened' in window)) return false;
      location.hash = link;
      return true;
    }, fragment);
    await (isThere ? this.#untilShown(parts) : this.openAfresh(parts));
  }

  /** Reloads the page with a program, as if the program's link had been opened in another tab. */
  async openAfresh(parts: Partial<Program>): Promise<void> {
    const fragment = await linkTo(parts);
    // If the page stayed open, only its URL fragment would change.
    await this.page.goto('about:blank');
    await this.page.goto(`${this.address}#${fragment}`);
    await this.#untilShown(parts);
    await this.page.evaluate(() => void Object.assign(window, { hasOpened: true }), undefined);
  }

  async #untilShown({ source = '' }: Partial<Program>): Promise<void> {
    await this.until((line) => {
      const shown = document.querySelector('.cm-content')?.textContent ?? '';
      return shown.replaceAll(/\s/g, '').startsWith(line) && location.hash === '';
    }, firstLine(source));
  }

  /**
   * Waits until a condition is true in the page, even across an unexpected page load. It polls, because once a page no
   * longer exists, the WebKit driver never responds to a script that was waiting in it.
   */
  async until<Argument>(
    isTrue: (argument: Argument) => boolean,
    argument: Argument,
    patienceMs = PATIENCE_MS,
  ): Promise<void> {
    const startMs = Date.now();
    for (let waitedMs = 0; waitedMs < patienceMs; waitedMs = Date.now() - startMs) {
      const isNow = await this.page.evaluate(isTrue, argument).catch((error: unknown) => {
        if (!LEFT.test(String(error))) throw error;
        return false;
      });
      if (isNow) return;
      // Polls less often for slow results, because each poll also costs the page time.
      await new Promise((resolve) => setTimeout(resolve, Math.min(20 + waitedMs / 20, 250)));
    }
    const state = await this.page.evaluate(describeBrowser, undefined);
    throw new Error(`It never became true: ${isTrue.toString()}\n${state}\n${await this.text('body')}`);
  }

  /** The result of a function in the page, which is retried after an unexpected page load. */
  async #read<Argument, Answer>(work: (argument: Argument) => Answer, argument: Argument): Promise<Answer> {
    for (;;) {
      try {
        return await this.page.evaluate(work, argument);
      } catch (error) {
        if (!LEFT.test(String(error))) throw error;
      }
    }
  }

  /** Clicks the element whose text begins with this text, once it exists and can be clicked. */
  async click(text: string, selector = 'button, summary'): Promise<void> {
    const endMs = Date.now() + PATIENCE_MS;
    while (!(await this.page.evaluate(findByText, [selector, text] as const))) {
      if (Date.now() > endMs) throw new Error(`There is no "${text}" to be clicked.`);
      await this.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 20)), undefined);
    }
  }

  /** Runs the program with its keyboard shortcut, either from the editor or from anywhere, and returns the outcome. */
  async run(from: 'editor' | 'anywhere' = 'editor'): Promise<string> {
    if (from === 'editor') await this.focusEditor();
    await this.#expectBeginning();
    await this.page.keyboard.press('Control+Enter');
    // Waits for the new run, because some drivers return before the key has reached the page.
    await this.until(() => 'hasBegun' in window, undefined);
    return this.untilEnded();
  }

  /** Records the start of the next run, which might finish before it can be checked. */
  #expectBeginning(): Promise<void> {
    return this.page.evaluate(() => {
      Reflect.deleteProperty(window, 'hasBegun');
      const announcer = document.querySelector('.announcer')!;
      const observer = new MutationObserver(() => {
        if (!announcer.textContent?.includes('Running.')) return;
        Object.assign(window, { hasBegun: true });
        observer.disconnect();
      });
      observer.observe(announcer, { childList: true, characterData: true, subtree: true });
    }, undefined);
  }

  /** Waits for the current run to finish, and returns its outcome, such as `completed`. */
  async untilEnded(): Promise<string> {
    // The first C++ build takes a long time in an engine that has not yet compiled the compiler.
    await this.until(
      () => document.querySelector('.run-line[data-outcome]') !== null,
      undefined,
      5 * PATIENCE_MS,
    );
    return this.page.evaluate(
      () => document.querySelector('.run-line')?.getAttribute('data-outcome') ?? '',
      undefined,
    );
  }

  /** The text of the run's headline. */
  headline(): Promise<string> {
    return this.text('.phase');
  }

  /** Shows the editor if it is hidden, and focuses it. */
  async focusEditor(): Promise<void> {
    await this.page.evaluate(async () => {
      const click = (selector: string) => document.querySelector<HTMLElement>(selector)?.click();
      click('#tab-program[aria-selected=false]');
      click('.sides button:first-child[aria-pressed=false]');
      // Uses no animation frame, because a background tab never gets one.
      await new Promise((resolve) => setTimeout(resolve));
      document.querySelector<HTMLElement>('.cm-content')!.focus();
    }, undefined);
  }

  /** Chooses the page's colours from their menu. */
  async chooseTheme(theme: 'auto' | 'light' | 'dark'): Promise<void> {
    await this.click('Colours', '[aria-haspopup]');
    await this.click({ auto: 'Same as system', light: 'Light', dark: 'Dark' }[theme], '[role=menuitemradio]');
  }

  /**
   * Types at the start of the program's text, because each browser places the cursor differently when the editor gets
   * the focus. Returns only once the text has appeared, because some browsers return before the keys have reached the
   * page.
   */
  async typeAtStart(text: string): Promise<void> {
    await this.focusEditor();
    await this.page.keyboard.press('Control+Home');
    await this.page.keyboard.type(text);
    await this.until(
      (typed) => document.querySelector('.cm-content')?.textContent?.startsWith(typed) === true,
      text.replaceAll('\n', ''),
    );
  }

  /** Fills in the field with this label, once the field exists. */
  async fill(label: string, value: string): Promise<void> {
    await this.until(
      ([name, content]) => {
        const found = Array.from(document.querySelectorAll('label')).find((one) =>
          one.textContent?.trim().startsWith(name),
        );
        const field = found?.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
        if (!field) return false;
        field.value = content;
        field.dispatchEvent(new InputEvent('input', { bubbles: true }));
        return true;
      },
      [label, value] as const,
    );
  }

  /** The text of an element, without leading or trailing newlines. */
  async text(selector: string): Promise<string> {
    return this.#read((name) => document.querySelector<HTMLElement>(name)?.innerText.trim() ?? '', selector);
  }

  async texts(selector: string): Promise<string[]> {
    return this.#read(
      (name) =>
        Array.from(document.querySelectorAll<HTMLElement>(name), (element) => element.innerText.trim()),
      selector,
    );
  }

  /** Selects an option of the select element with this label. */
  async choose(label: string, value: string): Promise<void> {
    await this.until(
      ([name, wanted]) => {
        const found = Array.from(document.querySelectorAll('label')).find((one) =>
          one.textContent?.trim().startsWith(name),
        );
        const select = found?.querySelector('select');
        // The list of cores arrives with the service.
        if (!select || !Array.from(select.options).some((option) => option.value === wanted)) return false;
        select.value = wanted;
        select.dispatchEvent(new Event('change', { bubbles: true }));
        return select.value === wanted;
      },
      [label, value] as const,
    );
  }
}

function firstLine(source: string): string {
  return (source.split('\n')[0] ?? '').replaceAll(/\s/g, '');
}
