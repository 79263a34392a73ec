// Programs, data, folders and zip files that a user drops on the page or opens from a menu, in every browser.
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { Scenario } from './playground-scenarios.ts';
import { TWO_VALUES } from './two-values.ts';

interface DroppedFile {
  readonly name: string;
  readonly bytes: readonly number[];
}

/** Drops files on an element as a browser would. Runs in the page; returns false if no element accepts the drop. */
function dropOn([selector, files]: readonly [string, readonly DroppedFile[]]): boolean {
  const dataTransfer = new DataTransfer();
  for (const { name, bytes } of files) dataTransfer.items.add(new File([new Uint8Array(bytes)], name));
  const fire = (kind: string) =>
    document
      .querySelector(selector)!
      .dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true, composed: true }));
  // If no listener cancels the event, the browser navigates away from the page.
  return ['dragenter', 'dragover', 'drop'].every((kind) => !fire(kind));
}

const textFile = (name: string, text: string): DroppedFile => ({ name, bytes: [...Buffer.from(text)] });

const READS = `#include <stdio.h>
int main(void) {
  double sum = 0, x;
  FILE *in = fopen("rates.csv", "r");
  while (in && fscanf(in, "%lf,", &x) == 1) sum += x;
  printf("sum %g\\n", sum);
  return 0;
}
`;

export function testOpening(scenario: Scenario): void {
  const drop = async (selector: string, ...files: DroppedFile[]) => {
    const { page } = scenario.driver;
    expect(await page.evaluate(dropOn, [selector, files] as const)).toBe(true);
  };
  const untilProgram = (start: string) =>
    scenario.driver.until(
      (line) => document.querySelector('.cm-content')?.textContent?.startsWith(line) === true,
      start,
    );

  test('a source file dropped on the page opens as a program instead of being inserted as text', async () => {
    const { driver } = scenario;
    await driver.open({ source: TWO_VALUES });
    await driver.typeAtStart('// mine\n');
    await drop('.cm-content', textFile('sum.c', READS), textFile('rates.csv', '1,2,3.5'));
    await untilProgram('#include <stdio.h>int main(void) {  double sum');
    expect(await driver.text('.cm-content')).not.toContain('mine');
    expect(await driver.run()).toBe('completed');
    expect(await driver.text('haze-console .stdout')).toBe('sum 6.5');
    await driver.open({ source: '! heat\nprogram heat\nend program\n', language: 'C' });
    await drop('.result', textFile('heat.f90', "print *, 'heat'\nend\n"));
    await driver.until(
      () => document.querySelector<HTMLSelectElement>('.toolbar select')?.value === 'Fortran',
      undefined,
    );
  });

  test('a dropped data file becomes an input of the open program; a zip, or several sources, become a project', async () => {
    const { driver } = scenario;
    await driver.open({ source: READS });
    await drop('.toolbar', textFile('rates.csv', '4,5'));
    await driver.until(
      () =>
        document.querySelector('.passing .sentence')?.textContent?.includes('now contains rates.csv') ===
        true,
      undefined,
    );
    expect(await driver.run()).toBe('completed');
    expect(await driver.text('haze-console .stdout')).toBe('sum 9');
    const zip = zipSync({ 'twice/main.c': Buffer.from(READS), 'twice/inputs/rates.csv': Buffer.from('7,8') });
    await drop('.work', { name: 'twice.zip', bytes: [...zip] });
    await driver.until(
      () => document.querySelector('.project-head strong')?.textContent === 'twice',
      undefined,
    );
    expect(await driver.run()).toBe('completed');
    expect(await driver.text('haze-console .stdout')).toBe('sum 15');
    await drop(
      'body',
      textFile('first.c', '#include "half.h"\nint main(void) { return half(6); }\n'),
      textFile('half.h', 'int half(int);\n'),
      textFile('half.c', '#include "half.h"\nint half(int n) { return n / 2; }\n'),
    );
    await driver.until(
      () => document.querySelector('.project-head strong')?.textContent === 'first',
      undefined,
    );
    expect(await driver.run()).toBe('stopped');
    expect(await driver.headline()).toMatch(/exit status 3$/);
    await driver.click('Files', '.write [role=tab]');
    await driver.click('Close project');
  });

  test.each(['C', 'Fortran'] as const)(
    '“New program” in %s starts with a program that runs',
    async (language) => {
      const { driver } = scenario;
      await driver.open({ source: '// before\n', language, core: 'C0-S+' });
      await driver.click('Open', '[aria-haspopup]');
      await driver.click('New program', '[role=menuitem]');
      await driver.until(
        () => document.querySelector('.cm-content')?.textContent?.includes('x squared') === true,
        undefined,
      );
      expect(await driver.run()).toBe('completed');
      // x is uniform from 0.9 to 1.1: the mean of x² is 1 + 0.2²/12 = 1.0033, and its deviation is 0.1155.
      expect(await driver.text('haze-console')).toMatch(/x squared =\s+1\.0\d* ± 0\.1[12]/);
    },
  );

  test('switching the language replaces an untouched program with a new program, but keeps typed text', async () => {
    const { driver } = scenario;
    const untilLine = (line: RegExp) =>
      driver.until(
        (pattern) =>
          new RegExp(pattern, 'm').test(
            [...document.querySelectorAll('.cm-line')].map((one) => one.textContent).join('\n'),
          ),
        line.source,
      );
    await driver.click('Open', '[aria-haspopup]');
    await driver.click('New program', '[role=menuitem]');
    await driver.choose('Language', 'C');
    await untilLine(/^int main\(/);
    await driver.choose('Language', 'Fortran');
    await untilLine(/^ *program /);
    expect(await driver.run()).toBe('completed');
    expect(await driver.page.evaluate(() => document.querySelectorAll('.cm-lint-marker').length, 0)).toBe(0);
    await driver.typeAtStart('! mine\n');
    await driver.choose('Language', 'C');
    await untilLine(/^! mine$/);
    await untilLine(/^ *program /);
  });
}
