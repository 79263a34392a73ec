// Values at the ends of the editor's lines, tested in every browser, because engines differ in their workers and in how
// precisely they report a program's position. The expected numbers come from closed forms.
import { expect, test } from 'vitest';
import type { Scenario } from './playground-scenarios.ts';

const SUMS = `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleUniformDist(1, 3);
  double sum = 0;
  for (int i = 1; i <= 500; i++) {
    sum = sum + i * x;
  }
  if (sum > 250000) puts("large");
  printf("sum %lf\\n", sum);
  return 0;
}
`;

export function testLines(scenario: Scenario): void {
  /** Lists the strings at the ends of lines, with their line numbers. */
  const listLines = () =>
    scenario.driver.page.evaluate(
      () =>
        [...document.querySelectorAll<HTMLElement>('.cm-line .line-value')]
          .filter((value) => value.checkVisibility())
          .map((value) => {
            const all = [...document.querySelectorAll('.cm-line')];
            return `${all.indexOf(value.closest('.cm-line')!) + 1}: ${[...value.querySelectorAll('span')].map((part) => part.textContent).join(' | ')}`;
          }),
      undefined,
    );

  test('“Values by line” shows each line’s last uncertain value until the program or core changes', async () => {
    const { driver } = scenario;
    await driver.open({ source: SUMS, core: 'C0-M+' });
    expect(await driver.run()).toBe('completed');
    expect(await listLines()).toEqual([]);
    await driver.click('Values by line');
    // WebKit's stack contains no offsets, so decisions have no lines there.
    const hasDecisions = await driver.page.evaluate(
      () => /Chrome|Firefox/.test(navigator.userAgent),
      undefined,
    );
    const count = hasDecisions ? 3 : 2;
    await expect.poll(listLines).toHaveLength(count);
    const [x, sum, decision] = await listLines();
    // Uniform from 1 to 3: mean 2, deviation 2/√12.
    expect(x).toBe('4: 2.00 ± 0.58');
    // x · (1 + … + i) for i from 1 to 500; 125 250 x has a deviation of 72 313.
    expect(sum).toMatch(/^7: 25\d000 ± 72000 \| 500 values, 2\.00 to 25\d000$/);
    // x > 250 000 / 125 250 = 1.996 is true for half of the draws.
    if (hasDecisions) expect(decision).toMatch(/^9: ⑂ 50(\.\d)? %$/);
    await driver.click('Line 4');
    await driver.until(
      () =>
        document
          .querySelector('haze-value-viewer')
          ?.shadowRoot?.querySelector('figure svg title')
          ?.textContent?.startsWith('line 4: mean 2') === true,
      undefined,
    );
    // The next run shows the values again; after another core is selected, they count as earlier values.
    await driver.run();
    await expect.poll(listLines).toHaveLength(count);
    await driver.choose('Core', 'C0-L+');
    await expect.poll(listLines).toEqual([]);
    await driver.choose('Core', 'C0-M+');
    await expect.poll(listLines).toHaveLength(count);
    await driver.typeAtStart('// changed\n');
    expect(await listLines()).toEqual([]);
    await driver.click('Values by line');
    await driver.run();
    expect(await listLines()).toEqual([]);
  });
}
