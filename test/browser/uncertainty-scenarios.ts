// The sources of a value's uncertainty, shown in the playground, in every browser.
import axe from 'axe-core';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { saved } from './joint-scenarios.ts';
import type { Scenario } from './playground-scenarios.ts';

/** The variance of z: 4/3 from x, which is uniform from 1 to 3, and 1 from y. */
const TWO_INPUTS = `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleUniformDist(1.0, 3.0);
  double y = UxHwDoubleGaussDist(0.0, 1.0);
  printf("z = %lf\\n", 2 * x + y);
  for (int i = 0; i < 4; i++) printf("after %d s: s = %lf\\n", i, x + i * y);
  return 0;
}
`;

/** The text of an element in the panel, found through shadow trees. Runs in the page. */
function readPanel([host, selector]: readonly [string, string]): string {
  const panel = document.querySelector('haze-uncertainty')?.shadowRoot;
  const root = host === '' ? panel : panel?.querySelector(host)?.shadowRoot;
  return Array.from(root?.querySelectorAll<HTMLElement>(selector) ?? [], (one) =>
    (one.innerText || one.textContent || '').replaceAll(/\s+/g, ' ').trim(),
  ).join('\n');
}

/** Records the scripts of workers that start from now on. Runs in the page. */
function watchWorkers(): void {
  const opened: string[] = [];
  Reflect.set(window, 'openedWorkers', opened);
  window.Worker = class extends Worker {
    constructor(address: string | URL, options?: WorkerOptions) {
      super(address, options);
      opened.push(String(address));
    }
  };
}

export function testUncertainty(scenario: Scenario): void {
  const ask = (host: string, selector: string) =>
    scenario.driver.page.evaluate(readPanel, [host, selector] as const);
  const untilPanel = async (host: string, selector: string, pattern: RegExp) => {
    await expect.poll(() => ask(host, selector)).toMatch(pattern);
  };
  const findFaults = async () => {
    await scenario.driver.page.evaluate((source) => {
      // biome-ignore lint/security/noGlobalEval: axe-core is a script
      globalThis.eval(source);
    }, axe.source);
    return scenario.driver.page.evaluate(async () => {
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run('.uncertainty');
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
      );
    }, undefined);
  };

  /** Returns the names of the inputs. They differ in Safari's engine, which does not report positions in a program. */
  const named = async () => {
    const isSafari = await scenario.driver.page.evaluate(
      () => navigator.userAgent.includes('Version/'),
      undefined,
    );
    return isSafari
      ? { x: 'uniform(1, 3)', y: 'gauss(0, 1)', isPlaced: false }
      : { x: 'x', y: 'y', isPlaced: true };
  };

  test('the budget is for the value in the viewer', async () => {
    const { driver } = scenario;
    const source = TWO_INPUTS.replace('printf("z', 'printf("y = %lf\\n", y + 5);\n  printf("z');
    await driver.open({ source, core: 'C0-Joint' });
    await driver.run();
    await driver.click('4.0 ± 1.5', '.value');
    await driver.click('What makes it uncertain?', '.output-tools button');
    await untilPanel('haze-budget', 'h2', /^z: 4\.0 ± 1\.5/);
  });

  test('a budget comes from another run with the same seed, and source lines can be reached from the budget by keyboard', async () => {
    const { driver } = scenario;
    await driver.open({ source: TWO_INPUTS, core: 'C0-Joint', settings: { seed: '20' } });
    await driver.run();
    await driver.page.evaluate(watchWorkers, undefined);
    await driver.click('What makes it uncertain?');
    await untilPanel('', '[role=status]', /once more with the same seed; 4,096 draws/);
    // The variances are 4/3 and 1, out of 7/3.
    const { x, y, isPlaced } = await named();
    const [first, second] = (await ask('haze-budget', 'tbody tr')).split('\n');
    expect(first).toMatch(/57\.[012] %/);
    expect(second).toMatch(/4(2\.[89]|3\.0) %/);
    expect([first!.startsWith(x), second!.startsWith(y)]).toEqual([true, true]);
    expect(first!.includes('main.c:4')).toBe(isPlaced);
    // The panel stays the same element, whatever else changes in the page.
    const isSame = await driver.page.evaluate(async () => {
      const find = () => document.querySelector('.uncertainty haze-uncertainty');
      const before = find();
      const removed: Node[] = [];
      const observer = new MutationObserver((changes) => {
        for (const { removedNodes } of changes) removed.push(...removedNodes);
      });
      observer.observe(document.body, { childList: true, subtree: true });
      const raw = document.querySelector<HTMLInputElement>('.output-tools input[type=checkbox]')!;
      for (const _ of ['raw', 'as before']) {
        raw.click();
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      observer.disconnect();
      return before !== null && find() === before && removed.every((node) => !node.contains(before));
    }, undefined);
    expect(isSame).toBe(true);
    // The build uses the compiler that is already in the page's memory.
    const opened = await driver.page.evaluate(
      () => Reflect.get(window, 'openedWorkers') as string[],
      undefined,
    );
    expect(opened.filter((address) => address.includes('compile'))).toEqual([]);
    expect(opened.some((address) => address.includes('run'))).toBe(true);
    expect(await findFaults()).toEqual([]);
    if (!isPlaced) return;
    await driver.page.evaluate(() => {
      const panel = document.querySelector('haze-uncertainty')!.shadowRoot!;
      panel.querySelector('haze-budget')!.shadowRoot!.querySelector<HTMLElement>('.source')!.focus();
    }, undefined);
    await driver.page.keyboard.press('Enter');
    await driver.until(
      () => document.querySelector('.cm-activeLine')?.textContent?.includes('double x') === true,
      undefined,
    );
  });

  test('the panel shows correlations, as well as statistics conditional on a value’s range', async () => {
    const { driver } = scenario;
    await driver.click('Together', '[role=tab]');
    // √(4/7) = 0.756 is the correlation of x with z. Its estimate from 4,096 draws may also be 0.75.
    await untilPanel('haze-joint', '.matrix', /0\.7[56]/);
    expect(await findFaults()).toEqual([]);
    const { x } = await named();
    await driver.page.evaluate((name) => {
      const joint = document.querySelector('haze-uncertainty')!.shadowRoot!.querySelector('haze-joint')!
        .shadowRoot!;
      const rows = [...joint.querySelectorAll<HTMLElement>('.strips li')];
      rows
        .find((row) => row.querySelector('.strip-name')!.textContent!.startsWith(name))!
        .querySelector('input')!
        .focus();
    }, x);
    await driver.page.keyboard.type('2');
    await driver.page.keyboard.press('Tab');
    await untilPanel('haze-joint', '[role=status]', /2,048 of 4,096 draws \(50/);
    // x is now uniform from 2 to 3: z is 5, with a variance of 4/12 + 1.
    await untilPanel('haze-joint', '.strips li:first-child', /→ 5\.0 ± 1\.2|→ 5\.00 ± 1\.1[56]/);
  });

  test('values printed by a loop are shown as a series over the plain number printed with them', async () => {
    const { driver } = scenario;
    await driver.click('Series', '[role=tab]');
    await untilPanel(
      'haze-series',
      '.sentence',
      /s, 4 values: from 2\.0\d* .* at after 0 to 2\.0\d* .* at after 3/,
    );
    expect(await findFaults()).toEqual([]);
  });

  test('inputs can be fixed, or changed by keyboard, and the results update', async () => {
    const { driver } = scenario;
    await driver.click('Inputs', '[role=tab]:not(.write *)');
    await untilPanel('haze-controls', 'tbody tr:first-child', /100\.0 %/);
    expect(await findFaults()).toEqual([]);
    const { x, y } = await named();
    await driver.click(`Fix this input: ${x}`, 'button');
    // √(3/7) of the spread remains.
    await untilPanel('haze-controls', 'tbody tr:first-child', /65\.[45] %/);
    await driver.page.evaluate((name) => {
      const controls = document.querySelector('haze-uncertainty')!.shadowRoot!.querySelector('haze-controls')!
        .shadowRoot!;
      controls.querySelector<HTMLElement>(`[aria-label="${name}, standard deviation"]`)!.focus();
    }, y);
    await driver.page.keyboard.press('Home');
    await untilPanel('haze-controls', 'tbody tr:first-child', /(^| )0\.0 %/);
    await driver.click('Reset all');
    await untilPanel('haze-controls', 'tbody tr:first-child', /100\.0 %/);
  });

  test('rank correlations can be shown, as can contours for 50 % and 95 % of two values', async () => {
    const { driver } = scenario;
    await driver.click('Together', '[role=tab]');
    await driver.click('Rank', 'button');
    await untilPanel('haze-joint', '[aria-label="Which correlation"] [aria-pressed=true]', /^Rank$/);
    const rows = (await ask('haze-joint', '.matrix tbody tr')).split('\n').filter((row) => row !== '');
    const { x, y } = await named();
    const inputs = [x, y].map((name) => rows.findIndex((row) => row.includes(`) ${name}`)));
    const [ofX, ofY] = inputs.map((at) => rows[at]!.match(/[−-]?\d\.\d\d(?!\d)/g)!);
    // Two independently drawn inputs, then x and z, whose correlation over a million plain draws is 0.765.
    expect(Math.abs(Number(ofX![inputs[1]!]!.replace('−', '-')))).toBeLessThan(0.06);
    expect(Math.abs(Number(ofX![0]) - 0.765)).toBeLessThan(0.03);
    expect(Number(ofY![inputs[1]!])).toBe(1);
    const picture = 'section[aria-label="Two together"] svg';
    const drawn = await driver.page.evaluate((selector) => {
      const joint = document.querySelector('haze-uncertainty')!.shadowRoot!.querySelector('haze-joint')!;
      const lines = joint.shadowRoot!.querySelectorAll<SVGPathElement>(`${selector} path[fill=none]`);
      return Array.from(lines, (line) => {
        const { width, height } = line.getBBox();
        return { isDashed: line.hasAttribute('stroke-dasharray'), area: width * height };
      });
    }, picture);
    const [half, most] = [false, true].map(
      (dashed) => drawn.find(({ isDashed }) => isDashed === dashed)!.area,
    );
    expect(half).toBeGreaterThan(0);
    expect(most).toBeGreaterThan(half!);
    expect(await findFaults()).toEqual([]);
  });

  test('the budget ends with its sum, and all budgets can be saved with their plots in one archive', async () => {
    const { driver } = scenario;
    await driver.click('Budget', '[role=tab]');
    await untilPanel('haze-budget', 'tfoot', /^sum (?:99\.\d|100\.0) % interactions 0\.\d %$/);
    await driver.click('of all 5 values', 'label');
    const files = unzipSync(await saved(driver, 'All, with plots (zip)'));
    const reports = ['budget.csv', 'budget.json', 'budget.md', 'budget.tex', 'budget.txt'];
    const pictures = ['z', 'after-0-s-s', 'after-1-s-s', 'after-2-s-s', 'after-3-s-s'].flatMap((name, i) =>
      ['budget', 'density'].map((what) => `pictures/0${i + 1}-${name}-${what}.svg`),
    );
    expect(Object.keys(files).sort()).toEqual([...reports, ...pictures].sort());
    const text = (name: string) => new TextDecoder().decode(files[name]);
    expect(JSON.parse(text('budget.json')).values).toHaveLength(5);
    expect(text('budget.md')).toMatch(/\| sum (?:\| {2}){6}\|/);
    for (const name of pictures) expect(text(name)).toMatch(/^<svg [\s\S]*<\/svg>\s*$/);
  });
}
