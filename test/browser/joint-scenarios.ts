// Features of the playground in combination, in every browser: data files and reloads, projects and messages, links,
// and values across several runs.
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { PlaygroundDriver } from './playground-driver.ts';
import type { Scenario } from './playground-scenarios.ts';

const ALL_BYTES = Uint8Array.from({ length: 256 }, (_, byte) => byte);
const encode = (text: string) => new TextEncoder().encode(text);

/**
 * Passes files to the field with this label, as its dialog does, because no driver can control the dialog in all three
 * browsers.
 */
async function chooseFile(
  driver: PlaygroundDriver,
  label: string,
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array },
): Promise<void> {
  await driver.until(
    ([text, fileName, content]) => {
      const found = Array.from(document.querySelectorAll('label')).find((one) =>
        one.textContent?.trim().startsWith(text),
      );
      const field = found?.querySelector('input');
      if (!field) return false;
      const chosen = new DataTransfer();
      chosen.items.add(new File([Uint8Array.from(content)], fileName));
      field.files = chosen.files;
      field.dispatchEvent(new Event('change', { bubbles: true }));
      return true;
    },
    [label, name, [...bytes]] as const,
  );
}

/** Clicks a button that saves a file, and returns the saved bytes. */
export async function saved(driver: PlaygroundDriver, button: string): Promise<Uint8Array> {
  await driver.page.evaluate(() => {
    const create = URL.createObjectURL;
    URL.createObjectURL = (content) => {
      URL.createObjectURL = create;
      Object.assign(window, { saving: (content as Blob).arrayBuffer() });
      return create.call(URL, content);
    };
  }, undefined);
  await driver.click(button);
  await driver.until(() => 'saving' in window, undefined);
  const bytes = await driver.page.evaluate(async () => {
    const { saving } = window as unknown as { saving: Promise<ArrayBuffer> };
    const content = new Uint8Array(await saving);
    Reflect.deleteProperty(window, 'saving');
    return [...content];
  }, undefined);
  return Uint8Array.from(bytes);
}

async function openZip(
  driver: PlaygroundDriver,
  name: string,
  files: Record<string, Uint8Array>,
): Promise<void> {
  const inside = Object.fromEntries(Object.entries(files).map(([path, bytes]) => [`${name}/${path}`, bytes]));
  await driver.click('Files', '.write [role=tab]');
  await driver.until(() => document.querySelector('input[accept]') !== null, undefined);
  await chooseFile(driver, 'Open zip', { name: `${name}.zip`, bytes: zipSync(inside) });
  await untilProject(driver, name);
}

const untilProject = (driver: PlaygroundDriver, name: string) =>
  driver.until((label) => document.querySelector(`nav[aria-label="${label}"]`) !== null, `Files of ${name}`);

const textOf = ({ page }: PlaygroundDriver) =>
  page.evaluate(
    () => Array.from(document.querySelectorAll('.cm-line'), ({ textContent }) => textContent).join('\n'),
    undefined,
  );

/** Interactions between the page's parts. */
export function testJoints(scenario: Scenario): void {
  testProjects(scenario);
  testValues(scenario);
}

/** Files that are imported into or exported from the page, or that persist in its storage. */
export function testFiles(scenario: Scenario): void {
  test('a data file keeps its exact bytes across a reload', async () => {
    const { driver } = scenario;
    const isListed = () =>
      /Binary, 256 B/.test(document.querySelector('haze-program-inputs')?.textContent ?? '');
    await driver.open({
      source: `#include <stdio.h>
int main(void) {
  FILE *in = fopen("data.bin", "rb");
  long sum = 0; int count = 0;
  for (int c; (c = fgetc(in)) != EOF; count++) sum += c;
  printf("%d bytes, sum %ld\\n", count, sum);
  return 0;
}
`,
    });
    await driver.click('Inputs', '.write [role=tab]');
    await driver.until(() => document.querySelector('haze-program-inputs label') !== null, undefined);
    await chooseFile(driver, 'Add files', { name: 'data.bin', bytes: ALL_BYTES });
    await driver.until(isListed, undefined);
    expect(await driver.run()).toBe('completed');
    // 0 + 1 + … + 255.
    expect(await driver.text('haze-console .stdout')).toBe('256 bytes, sum 32640');
    await driver.page.reload();
    await driver.until(isListed, undefined);
    await driver.click('Inputs', '.write [role=tab]');
    expect(await saved(driver, 'Save data.bin')).toEqual(ALL_BYTES);
    expect(await driver.run()).toBe('completed');
    expect(await driver.text('haze-console .stdout')).toBe('256 bytes, sum 32640');
  });

  test('files written by a program can be saved, even if the program fails, and the next run does not see them', async () => {
    const { driver } = scenario;
    await driver.open({
      source: `#include <stdio.h>
int main(void) {
  if (fopen("out.bin", "rb")) return 9;
  FILE *out = fopen("out.bin", "wb");
  for (int c = 0; c < 256; c++) fputc(c, out);
  fclose(out);
  return 3;
}
`,
    });
    for (let run = 0; run < 2; run += 1) {
      expect(await driver.run()).toBe('stopped');
      expect(await driver.headline()).toMatch(/: exit status 3$/);
      expect(await saved(driver, 'Save out.bin (256 bytes)')).toEqual(ALL_BYTES);
    }
  });
}

function testProjects(scenario: Scenario): void {
  test('a second file turns a program into a project, and renames and deletions survive a reload', async () => {
    const { driver } = scenario;
    const tree = () => driver.texts('.project-tree button.file');
    await driver.open({ source: 'int part(void);\nint main(void) { return part(); }\n' });
    await driver.click('Files', '.write [role=tab]');
    await driver.click('New file');
    await driver.fill('Path for the new file', 'src/prat.c');
    await driver.click('Create it');
    await untilProject(driver, 'project');
    await driver.focusEditor();
    await driver.page.keyboard.type('int part(void) { return 3; }');
    await driver.click('Rename');
    await driver.fill('New path', 'main.c');
    await driver.click('Rename', '[type=submit]');
    await driver.until(() => document.body.innerText.includes('A file "main.c" already exists.'), undefined);
    await driver.fill('New path', 'part.c');
    await driver.click('Rename', '[type=submit]');
    await expect.poll(tree).toEqual(['main.c', 'part.c']);
    expect(await driver.run()).toBe('stopped');
    expect(await driver.headline()).toMatch(/: exit status 3$/);
    await driver.click('Delete');
    await driver.click('Delete it', '[type=submit]');
    await expect.poll(tree).toEqual(['main.c']);
    await driver.page.reload();
    await untilProject(driver, 'project');
    expect(await tree()).toEqual(['main.c']);
    await driver.until(
      () => document.querySelector('.cm-content')?.textContent?.startsWith('int part(void);') === true,
      undefined,
    );
  });

  test('the tree lists the contents of open folders, up to a thousand entries in each', async () => {
    const { driver } = scenario;
    const none = new Uint8Array();
    const folders = Array.from({ length: 100 }, (_, i) => [`some/f${i}/${`g${i}/`.repeat(20)}x.h`, none]);
    const files = Array.from({ length: 1500 }, (_, i) => [`lib/h${1000 + i}.h`, none]);
    await driver.open({ source: 'int main(void) { return 0; }\n' });
    await openZip(driver, 'many', {
      'main.c': encode('int x;\n'),
      ...Object.fromEntries([...folders, ...files]),
    });
    const tree = () => driver.texts('.project-tree button.file, .project-tree summary');
    expect(await tree()).toEqual(['lib', 'some', 'main.c']);
    await driver.click('lib', '.project-tree summary');
    await expect.poll(async () => (await tree()).length).toBe(1003);
    expect((await driver.texts('.project-tree li.core-facts'))[0]).toMatch(/^500 more are not listed/);
    await driver.click('Close project');
  });

  test('another tab can rename an open project, which keeps its unsaved text, but can delete the project only once it is closed', async () => {
    const { driver, newTab, host } = scenario;
    const nameShown = () => driver.text('.project-head strong');
    await driver.open({ source: 'int main(void) { return 0; }\n' });
    await openZip(driver, 'sheared', { 'main.c': encode('int main(void) { return 4; }\n') });
    await driver.typeAtStart('// typed\n');
    const other = await newTab();
    await other.page.goto(host.address);
    await other.click('Examples');
    await other.click('Delete sheared', '.gallery button');
    await other.click('Close', '.gallery button');
    await other.until(
      () => document.body.innerText.includes('This project is open in another tab.'),
      undefined,
    );
    await other.click('Open', '[aria-haspopup]');
    await other.click('My programs…', '[role=menuitem]');
    await other.click('Rename sheared', '.gallery button');
    await other.fill('New name', 'shared');
    await other.click('Save name');
    await expect.poll(nameShown).toBe('shared');
    expect(await textOf(driver)).toMatch(/^\/\/ typed\nint main/);
    // The open list and the open project's name are updated as well.
    await driver.click('Examples');
    await driver.click('Rename shared', '.gallery button');
    await driver.fill('New name', 'ours');
    await driver.click('Save name');
    await other.until(
      () =>
        [...document.querySelectorAll('.gallery .card strong')].some(
          ({ textContent }) => textContent === 'ours',
        ),
      undefined,
    );
    expect(await nameShown()).toBe('ours');
    const canDelete = () => document.querySelector('.gallery [aria-label="Delete ours"]') !== null;
    expect(await driver.page.evaluate(canDelete, undefined)).toBe(false);
    await driver.click('Close', '.gallery button');
    await driver.click('Close project');
    // Waits until this tab has written everything and released its project, so that the other tab can delete it.
    const countOpen = () =>
      other.page.evaluate(async () => {
        const { held = [] } = await navigator.locks.query();
        return held.filter(({ name }) => name?.startsWith('haze-project:')).length;
      }, undefined);
    await expect.poll(countOpen).toBe(0);
    await other.click('Delete ours', '.gallery button');
    await other.click('Close', '.gallery button');
    await other.click('Examples');
    await other.until(
      () =>
        ![...document.querySelectorAll('.gallery .card strong')].some(
          ({ textContent }) => textContent === 'ours',
        ),
      undefined,
    );
  });

  test('compiler messages in a project name the file, and a fix opens and changes that file', async () => {
    const { driver } = scenario;
    const main = 'int part(void);\nint main(void) { return part(); }\n';
    await driver.open({ source: 'int main(void) { return 0; }\n' });
    await openZip(driver, 'parts', {
      'src/main.c': encode(main),
      'src/part.c': encode('int part(void) {\n  return 0\n}\n'),
    });
    await expect.poll(() => textOf(driver)).toContain('int main(void)');
    expect(await driver.run()).toBe('build-failed');
    await expect.poll(() => driver.texts('haze-problems button.place')).not.toEqual([]);
    expect((await driver.texts('haze-problems button.place'))[0]).toMatch(/^src\/part\.c:2:\d+$/);
    await driver.click('Fix: insert “;”');
    await expect.poll(() => textOf(driver)).toBe('int part(void) {\n  return 0;\n}\n');
    await driver.click('main.c', 'nav button');
    await expect.poll(() => textOf(driver)).toBe(main);
    expect(await driver.run()).toBe('completed');
    await driver.click('Close project');
  });

  test('a fix is applied at the current position of its text, unless that text has changed', async () => {
    const { driver } = scenario;
    await driver.open({ source: 'int main(void) {\n  return 0\n}\n' });
    expect(await driver.run()).toBe('build-failed');
    await driver.typeAtStart('// first\n');
    await driver.click('Fix', 'haze-problems button');
    await expect.poll(() => textOf(driver)).toBe('// first\nint main(void) {\n  return 0;\n}\n');
    await driver.click('Fix', 'haze-problems button');
    await driver.until(
      () => /the fix no longer applies/.test(document.querySelector('.sentence')?.textContent ?? ''),
      undefined,
    );
    expect(await textOf(driver)).toBe('// first\nint main(void) {\n  return 0;\n}\n');
  });

  test('a link to a project contains the whole project', async () => {
    const { driver } = scenario;
    await driver.open({ source: 'int main(void) { return 0; }\n' });
    await openZip(driver, 'whole', {
      'src/main.c': encode(
        '#include "part.h"\n#include <stdio.h>\nint main(void) { printf("%d\\n", PART); return 0; }\n',
      ),
      'src/part.h': encode('#define PART 17\n'),
    });
    await driver.click('Share');
    await driver.until(
      () =>
        /which contain all 2 files of the project/.test(
          document.querySelector('.sentence')?.textContent ?? '',
        ),
      undefined,
    );
    const link = await driver.page.evaluate(() => location.href, undefined);
    await driver.click('Close project');
    const there = await scenario.newTab();
    await there.page.goto(link);
    await untilProject(there, 'whole');
    expect(await there.run()).toBe('completed');
    expect(await there.text('haze-console .stdout')).toBe('17');
  });
}

/**
 * Checks that both forms of the embed code contain the open program's source, and that the preview follows the options.
 */
async function expectEmbedded(driver: PlaygroundDriver): Promise<void> {
  const source = await textOf(driver);
  await driver.click('Embed');
  await driver.until(
    () =>
      document.querySelector('dialog.take haze-program')?.shadowRoot?.querySelector('[part=header]') != null,
    undefined,
  );
  const read = () =>
    driver.page.evaluate(() => {
      const tag = document.querySelector<HTMLTextAreaElement>('dialog.take textarea')!.value;
      const made = new DOMParser().parseFromString(tag, 'text/html').querySelector('haze-program')!;
      const preview = document.querySelector<HTMLElement & { source: string }>('dialog.take haze-program')!;
      const tellOf = (element: Element, text: string | null) => ({
        source: text?.trim(),
        core: element.getAttribute('core'),
        arguments: element.getAttribute('arguments'),
        isEditable: element.hasAttribute('editable'),
      });
      const holder = made.firstElementChild!;
      return {
        form: holder.localName,
        made: tellOf(made, holder.textContent),
        preview: tellOf(preview, preview.source),
      };
    }, undefined);
  const first = { source: source.trim(), core: 'C0-S', arguments: '1', isEditable: false };
  expect(await read()).toEqual({ form: 'script', made: first, preview: first });
  await driver.click('Readable', 'dialog.take label');
  await driver.click('Readers may', 'dialog.take label');
  const second = { ...first, isEditable: true };
  await expect.poll(read).toEqual({ form: 'pre', made: second, preview: second });
  await driver.click('Close', 'dialog.take header button');
}

function testValues(scenario: Scenario): void {
  test('after the next run, the viewer shows the new value with the previous value dashed, or closes if there is no new value', async () => {
    const { driver } = scenario;
    const seen = () =>
      driver.page.evaluate(
        () => document.querySelector('haze-value-viewer')?.shadowRoot?.textContent ?? '',
        undefined,
      );
    await driver.open({
      source: `#include <stdio.h>
#include <stdlib.h>
#include <uxhw.h>
int main(int argc, char **argv) {
  double low = atof(argv[1]);
  printf("width (m) = %lf\\n", UxHwDoubleUniformDist(low, low + 2));
  return 0;
}
`,
      arguments: '1',
    });
    await driver.run();
    // Uniform from 1 to 3, and from 5 to 7: means of 2 and 6, standard deviation 2/√12.
    await driver.click('2.00 ± 0.58');
    await expect.poll(seen).toMatch(/width/);
    await driver.click('Save', '[aria-haspopup]');
    const [, row1 = ''] = new TextDecoder().decode(await saved(driver, 'All values as CSV')).split('\r\n');
    const [label, unit, ...numbers] = row1.split(',');
    expect([label, unit]).toEqual(['width', 'm']);
    // Particle and mean, standard deviation, and the 2.5, 50 and 97.5 % quantiles.
    for (const [index, wanted] of [2, 2, 2 / Math.sqrt(12), 1.05, 2, 2.95].entries())
      expect(Math.abs(Number(numbers[index]) - wanted)).toBeLessThan(0.03);
    await driver.click('Save', '[aria-haspopup]');
    const whole: unknown = JSON.parse(new TextDecoder().decode(await saved(driver, 'All values as JSON')));
    expect(JSON.stringify(whole)).toContain('"width"');
    await driver.click('Save', '[aria-haspopup]');
    await driver.click('Module', '[role=menuitem]');
    const module = await saved(driver, 'Save program.wasm');
    expect([...module.slice(0, 4)]).toEqual([0, ...encode('asm')]);
    const sizes = await driver.texts('dialog.take tbody tr');
    expect(sizes).toContainEqual(expect.stringMatching(/^code\s+[\d,]+$/));
    await driver.click('Close', 'dialog.take button');
    await expectEmbedded(driver);
    await driver.fill('Arguments', '5');
    await driver.run();
    await expect.poll(seen).toMatch(/width \(previous run\)/);
    const row = await driver.page.evaluate(
      () =>
        Array.from(document.querySelector('haze-value-viewer')!.shadowRoot!.querySelectorAll('tr'))
          .find(({ textContent }) => /^\s*mean/.test(textContent ?? ''))
          ?.innerText.split(/\s+/) ?? [],
      undefined,
    );
    expect(row.slice(1)).toEqual([expect.stringMatching(/^6\.0/), expect.stringMatching(/^2\.0/)]);
    expect(
      await driver.page.evaluate(
        () =>
          document
            .querySelector('haze-value-viewer')!
            .shadowRoot!.querySelectorAll('figure svg path[stroke-dasharray]').length,
        undefined,
      ),
    ).toBeGreaterThan(0);
    await driver.focusEditor();
    await driver.page.keyboard.press('Control+End');
    await driver.page.keyboard.type('@');
    expect(await driver.run()).toBe('build-failed');
    await driver.until(() => document.querySelector('haze-value-viewer') === null, undefined);
  });
}
