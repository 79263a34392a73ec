// Run settings, in every browser: seed, number of runs, lanes and time limit as fields, stored with the run and shown
// in the list of runs. Also tests messages about invalid values.
import { expect, test } from 'vitest';
import { PATIENCE_MS } from './browsers.ts';
import type { Scenario } from './playground-scenarios.ts';

/** A program whose output depends on the lanes and on the seed: on C0-Joint, both determine every result. */
const DRAWS = `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  printf("%lf\\n", UxHwDoubleGaussDist(5, 1) * UxHwDoubleGaussDist(3, 1));
  return 0;
}
`;
/**
 * A program whose values share inputs, so that only the lanes describe them: the number of lanes above each threshold
 * differs from seed to seed.
 */
const COUNTS_OF_DRAWS = `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double a = UxHwDoubleGaussDist(5, 1), b = UxHwDoubleGaussDist(3, 1), c = UxHwDoubleGaussDist(1, 0.1);
  double area = a * b + b * b - a * c;
  for (int i = 6; i < 26; i += 2) printf("%.12g;", UxHwDoubleProbabilityGT(area, i));
  return 0;
}
`;
const digitsOf = (text: string) => text.replaceAll(/Ux[0-9A-F]+/g, '').trim();
const ENDLESS = 'int main(void) { for (volatile int i = 0;; i++) {} }\n';

export function testSettings(scenario: Scenario): void {
  /** The program's complete output, to the last digit. */
  const printed = () =>
    scenario.driver.page.evaluate(
      () => (document.querySelector('haze-console') as unknown as { printed: string }).printed,
      undefined,
    );

  test('runs are listed with their seed, lanes and time limit, and a seed can be reused from the list', async () => {
    const { driver } = scenario;
    const countRuns = () => document.querySelectorAll('haze-runs tbody tr').length;
    await driver.open({ source: DRAWS, core: 'C0-Joint' });
    await driver.run();
    const own = await printed();
    await driver.click('Runs', '[role=tab]');
    await driver.until(
      () => /C0-Joint.*completed/s.test(document.querySelector('haze-runs tbody tr')?.textContent ?? ''),
      undefined,
    );
    // Runs of programs that were opened earlier in this tab are also in the list.
    const runs = await driver.page.evaluate(countRuns, undefined);
    await driver.click('0x', 'haze-runs tbody button');
    await driver.click('Inputs', '[role=tab]');
    await driver.until(
      () =>
        /^0x[0-9a-f]+$/.test(
          document.querySelector<HTMLInputElement>('haze-run-settings input:not(:disabled)')?.value ?? '',
        ),
      undefined,
    );
    await driver.run();
    // Another task with this seed prints the same output, bit for bit, but a task with another seed does not.
    expect(await printed()).toBe(own);
    await driver.click('Inputs', '[role=tab]');
    await driver.fill('Seed', '12');
    await driver.choose('Lanes', '512');
    await driver.fill('Time limit in seconds', '20');
    await driver.run();
    expect(await printed()).not.toBe(own);
    // A reload preserves the program and settings.
    await driver.page.reload();
    await driver.until(() => document.querySelector('.cm-content')?.textContent !== '', undefined);
    await driver.click('Runs', '[role=tab]');
    await driver.until((count) => document.querySelectorAll('haze-runs tbody tr').length === count, runs + 2);
    const [last, second, first] = (await driver.texts('haze-runs tbody tr')).map((row) => row.split(/\t+/));
    expect([last![2], last!.at(-1)]).toEqual(['512 lanes; at most 20 s', '12']);
    expect([second![2], second!.at(-1)]).toEqual(['–', first!.at(-1)]);
    await driver.click('Compare selected runs');
    await driver.until(() => document.querySelector('.compared-runs') !== null, undefined);
    const differences = (await driver.texts('.compared-runs tbody tr')).map((row) => row.split(/\t+/)[0]);
    expect(differences.slice(0, 3)).toEqual(['Lanes', 'Time limit', 'Seed']);
    await driver.click('Output', '[role=tab]');
  });

  test('all 64 bits of a seed are used in runs and in their list, and in the tag and preview of Embed', async () => {
    const { driver } = scenario;
    const seeds = ['9007199254740992', '0xffffffffffffffff', '9007199254740993'];
    const told: string[] = [];
    for (const seed of seeds) {
      await driver.open({ source: COUNTS_OF_DRAWS, core: 'C0-Joint', settings: { seed } });
      expect(await driver.run()).toBe('completed');
      told.push(digitsOf(await printed()));
    }
    expect(new Set(told).size).toBe(3);
    await driver.run();
    expect(digitsOf(await printed())).toBe(told[2]);
    await driver.click('Runs', '[role=tab]');
    await driver.until(() => document.querySelectorAll('haze-runs tbody tr').length > 1, undefined);
    expect((await driver.texts('haze-runs tbody tr'))[0]!.split(/\t+/).at(-1)).toBe('9007199254740993');
    await driver.click('Output', '[role=tab]');
    await driver.click('Embed');
    await driver.until(
      () =>
        /seed="9007199254740993"/.test(
          document.querySelector<HTMLTextAreaElement>('dialog.take textarea')?.value ?? '',
        ),
      undefined,
    );
    await driver.click('Run', '.header [part=button]');
    const preview = () =>
      driver.page.evaluate(
        () =>
          document
            .querySelector('dialog.take haze-program')!
            .shadowRoot!.querySelector<HTMLElement>('[part=output]')
            ?.textContent?.trim() ?? '',
        undefined,
      );
    await expect.poll(preview, { timeout: PATIENCE_MS }).toBe(told[2]);
    // Enters a number one greater than the maximum.
    await driver.page.evaluate(() => {
      const field = document.querySelector<HTMLInputElement>('[aria-describedby=embed-seed]')!;
      field.value = '18446744073709551616';
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }, undefined);
    await driver.until(
      () => /from 0 to 2⁶⁴ − 1/.test(document.querySelector('#embed-seed')?.textContent ?? ''),
      undefined,
    );
    await driver.page.keyboard.press('Escape');
  });

  test('on a Reference core, a program runs as many times as the setting specifies', async () => {
    const { driver } = scenario;
    await driver.open({ source: DRAWS, core: 'C0-Reference', settings: { runs: 250 } });
    await driver.run();
    await driver.click('Records', '[role=tab]');
    expect(await driver.text('#panel-records')).toContain('; 250 runs');
    await driver.click('Output', '[role=tab]');
  });

  test('a run that exceeds the time limit in its settings is stopped', async () => {
    const { driver } = scenario;
    await driver.open({ source: ENDLESS, settings: { seconds: 1 } });
    expect(await driver.run()).toBe('stopped');
    expect(await driver.headline()).toContain('time limit of 1 s reached');
  });

  test('an invalid seed is reported until it is corrected', async () => {
    const { driver } = scenario;
    await driver.open({ source: DRAWS, settings: { seed: '5' } });
    await driver.click('Inputs', '[role=tab]');
    await driver.until(() => document.querySelector('haze-run-settings input') !== null, undefined);
    await driver.fill('Seed', 'five');
    await driver.until(
      () =>
        /^A seed is a whole number/.test(
          document.querySelector('haze-run-settings [role=alert]')?.textContent ?? '',
        ),
      undefined,
    );
    await driver.fill('Seed', '0xff');
    await driver.until(() => document.querySelector('haze-run-settings [role=alert]') === null, undefined);
    await driver.click('Program', '[role=tab]');
  });
}
