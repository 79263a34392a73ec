// Runs of programs in the playground. Inputs, streamed output, Stop and crashes are tested in every engine, stored and
// compared runs in one engine.
import { expect, test } from 'vitest';
import { findFaults } from './find-faults.ts';
import type { Scenario } from './playground-scenarios.ts';
import { TWO_VALUES } from './two-values.ts';

export function testRuns(scenario: Scenario): void {
  test('runs survive a reload, and two runs can be compared by values, by source and in one plot', async () => {
    const { driver } = scenario;
    const low = 'double low = argc > 1 ? 5 : 1;';
    await driver.open({
      source: TWO_VALUES.replace('  double x', `  ${low}\n  double x`).replace('1.0, 3.0', 'low, low + 2'),
      arguments: 'once',
    });
    await driver.run();
    await driver.fill('Arguments', '');
    await driver.typeAtStart('// once more\n');
    await driver.run();
    await driver.page.reload();
    await driver.until(() => document.querySelector('.cm-content')?.textContent !== '', undefined);
    await driver.click('Runs', '[role=tab]');
    await driver.until(() => document.querySelectorAll('haze-runs tbody tr').length >= 2, undefined);
    const rows = (await driver.texts('haze-runs tbody tr')).map((row) => row.split(/\t+/));
    // The most recent run is listed first, and both runs are selected.
    expect(rows[0]!.slice(1, 4)).toEqual(['C0-S', '–', expect.stringMatching(/^\+1 line\s+Restore$/)]);
    expect(rows[1]![2]).toBe('once');
    await driver.click('Compare selected runs');
    await driver.until(() => document.querySelector('.compared-runs') !== null, undefined);
    // The values are uniform from 5 to 7, and from 1 to 3.
    const values = (await driver.texts('.compared-runs tbody tr')).map((row) => row.split(/\t+/));
    expect(values[0]!.slice(0, 3)).toEqual(['Arguments', 'once', '–']);
    expect(values[1]).toEqual(['width (m)', '6.00 ± 0.58', '2.00 ± 0.58', '−4.00']);
    expect(await driver.text('.changes')).toMatch(/^from line 1\s+\+ \/\/ once more\s+#include/);
    expect(await findFaults(driver)).toEqual([]);
    await driver.click('width', '.compared-runs button');
    await driver.until(
      () =>
        /width \(run \d+\)/.test(
          document.querySelector('haze-value-viewer')?.shadowRoot?.querySelector('thead')?.textContent ?? '',
        ),
      undefined,
    );
    const dashed = await driver.page.evaluate(
      () =>
        document
          .querySelector('haze-value-viewer')!
          .shadowRoot!.querySelectorAll('svg svg [stroke-dasharray]').length,
      undefined,
    );
    expect(dashed).toBeGreaterThan(0);
    await driver.click('Close', '.viewer button');
    // The earlier run's source is restored, and then removed again.
    const startsWith = (start: string) =>
      driver.until(
        (line) => document.querySelector('.cm-content')?.textContent?.startsWith(line) === true,
        start,
      );
    await driver.click('Restore the source of run 1');
    await startsWith('#include');
    await driver.click('Undo', '.passing button');
    await startsWith('// once more');
    // Another program has no runs, even if it is nearly identical. This program's runs are back once it is opened
    // again.
    await driver.open({ source: `${TWO_VALUES}// another\n` });
    await driver.click('Runs', '[role=tab]');
    await driver.until(
      () => document.querySelector('haze-runs')?.textContent?.includes('will be listed here') === true,
      undefined,
    );
    expect(await driver.texts('haze-runs tbody tr')).toEqual([]);
    await driver.click('Examples');
    await driver.until(() => document.querySelector('haze-kept-work .card strong') !== null, undefined);
    await driver.click('once more', 'haze-kept-work .card strong');
    await driver.until(() => document.querySelectorAll('haze-runs tbody tr').length === 2, undefined);
    await driver.click('Output', '[role=tab]');
  });
}

export function testInputs(scenario: Scenario): void {
  test('a result names its core, and is marked while the program, core or inputs differ from those of its run', async () => {
    const { driver } = scenario;
    const { keyboard } = driver.page;
    const untilMarked = (isMarked: boolean) =>
      driver.until(
        (wanted) =>
          (document.querySelector('.run-line .before')?.textContent === 'before your changes') === wanted &&
          (document.querySelector('.result.stale') !== null) === wanted,
        isMarked,
      );
    await driver.open({ source: TWO_VALUES });
    expect(await driver.run()).toBe('completed');
    await untilMarked(false);
    await driver.typeAtStart('//');
    await untilMarked(true);
    await keyboard.press('Backspace');
    await keyboard.press('Backspace');
    await untilMarked(false);
    await driver.choose('Core', 'C0-XL');
    await untilMarked(true);
    expect(await driver.text('.run-line .of')).toBe('C0-S');
    await driver.choose('Core', 'C0-S');
    await untilMarked(false);
    await driver.click('Inputs', '.write [role=tab]');
    for (const label of ['Arguments', 'Standard input']) {
      await driver.fill(label, '5');
      await untilMarked(true);
      await driver.fill(label, '');
      await untilMarked(false);
    }
    await driver.click('Program', '.write [role=tab]');
  });

  test('a program gets arguments, standard input and files, and its stderr, exit status and files are shown', async () => {
    const { driver } = scenario;
    const source = `#include <stdio.h>
int main(int argc, char **argv) {
  int number = 0; char word[40] = "";
  scanf("%d", &number);
  FILE *in = fopen("data/in.txt", "r");
  if (in) { fscanf(in, "%39s", word); fclose(in); }
  printf("%s %d %s\\n", argc > 1 ? argv[1] : "none", number, word);
  fprintf(stderr, "to the other side\\n");
  FILE *out = fopen("out.txt", "w");
  fputs("made here", out); fclose(out);
  return number == 42 ? 0 : 3;
}
`;
    const files = [{ path: 'data/in.txt', text: 'fog' }];
    await driver.open({ source, arguments: "'two words'", stdin: '42\n', files });
    expect(await driver.run()).toBe('completed');
    expect(await driver.text('haze-console .stdout')).toBe('two words 42 fog');
    expect(await driver.text('haze-console .stderr')).toContain('to the other side');
    await expect.poll(() => driver.text('.output-files')).toBe('Save out.txt (9 bytes)');
    await driver.open({ source });
    expect(await driver.run()).toBe('stopped');
    expect(await driver.headline()).toMatch(/: exit status 3$/);
    expect(await driver.text('haze-console .stdout')).toBe('none 0');
  });

  test('output and its line count appear while a program runs, and Stop ends the run', async () => {
    const { driver } = scenario;
    const source = `#include <stdio.h>
int main(void) {
  fputs("a word on stderr\\n", stderr);
  for (int i = 0;; i++) { if (i % 20000000 == 0) { printf("line %d\\n", i); fflush(stdout); } }
}
`;
    await driver.open({ source });
    await driver.focusEditor();
    await driver.page.keyboard.press('Control+Enter');
    await driver.until(
      () => /Running: [1-9]\d* lines?, [1-9]/.test(document.querySelector('.phase')!.textContent!),
      undefined,
    );
    expect(await driver.text('haze-console .stdout')).toMatch(/^line 0/);
    await driver.until(
      () =>
        document.querySelector('haze-console .stderr')?.textContent === 'a word on stderr\n' &&
        /Running/.test(document.querySelector('.phase')!.textContent!),
      undefined,
    );
    await driver.click('Stop');
    expect(await driver.untilEnded()).toBe('cancelled');
  });

  test('a program that crashes is reported as stopped, and the next program runs', async () => {
    const { driver } = scenario;
    await driver.open({ source: 'int main(void) { __builtin_trap(); }\n' });
    expect(await driver.run()).toBe('stopped');
    await driver.open({ source: '#include <stdio.h>\nint main(void) { puts("still here"); return 0; }\n' });
    await driver.until(
      () => document.querySelector('.phase')?.textContent?.includes('Ready') === true,
      undefined,
    );
    expect(await driver.run()).toBe('completed');
    expect(await driver.text('haze-console')).toBe('still here');
  });

  test('a megabyte of output is truncated to a readable length, with the number of hidden characters', async () => {
    const { driver } = scenario;
    const source = `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleGaussDist(1, 0.1);
  for (int i = 0; i < 200; i++) printf("%lf\\n", x);
  for (int i = 0; i < 60000; i++) printf("line of text %d\\n", i);
  return 0;
}
`;
    await driver.open({ source });
    expect(await driver.run()).toBe('completed');
    expect((await driver.texts('button.value')).length).toBe(200);
    // The output is truncated at the end of a line, followed by the number of hidden characters.
    const shown = await driver.page.evaluate(
      () => document.querySelector('haze-console .stdout')!.textContent,
      undefined,
    );
    expect(shown).toMatch(/line of text \d{5}\n?$/);
    expect(await driver.text('haze-console .cut')).toMatch(
      /^[67]\d\d,\d{3} more characters do not fit here\. “Save” includes all of it\.$/,
    );
    await driver.click('Completed');
    expect(await driver.text('.figures')).toContain('60,200 lines');
  });

  test('the elapsed time is shown while a program runs', async () => {
    const { driver } = scenario;
    await driver.open({ source: 'int main(void) { volatile int go = 1; while (go) {} }\n' });
    await driver.focusEditor();
    await driver.page.keyboard.press('Control+Enter');
    await driver.until(
      () => /^([2-9]|[1-9]\d+) s$/.test(document.querySelector('.run-line .clock')?.textContent ?? ''),
      undefined,
    );
    await driver.click('Stop');
    expect(await driver.untilEnded()).toBe('cancelled');
  });
}

export function testComparison(scenario: Scenario): void {
  test('a program can be compared with the Reference core by distance and cost, with both values overlaid', async () => {
    const { driver } = scenario;
    const answer = 'printf("above: %lf\\n", UxHwDoubleProbabilityGT(x, 2.5));';
    await driver.open({
      // A program with its own exit status prints the same output.
      source: TWO_VALUES.replace('  return 0;', `  ${answer}\n  return 7;`),
      core: 'C0-XS',
    });
    expect(await driver.run()).toBe('stopped');
    await driver.click('Compare with Reference');
    await driver.until(() => document.querySelector('.comparison') !== null, undefined);
    expect(await driver.text('.comparison p')).toMatch(
      /^C0-XS took \d+ ms, C0-Reference [\d.]+ m?s: [\d.]+ times as long\. A plain number has no distribution/,
    );
    // Hovering over a technical term shows a tooltip that explains it.
    const meanings = await driver.page.evaluate(
      () =>
        Array.from(document.querySelectorAll('.comparison th[title]'), (head) => head.getAttribute('title')),
      undefined,
    );
    expect(meanings).toEqual([
      expect.stringContaining('how far probability moves'),
      expect.stringContaining('plain Monte Carlo runs'),
    ]);
    const rows = (await driver.texts('.comparison tbody tr')).map((row) => row.split(/\t+/));
    // Uniform from 1 to 3: mean 2, deviation 0.577. The core stores 32 points, so the error is less than one part in
    // 20.
    expect(rows[0]?.slice(0, 2)).toEqual(['width', '2.00 ± 0.58']);
    // 10 000 runs determine the mean to within 0.577/100, and the test allows four times that.
    expect(rows[0]![2]).toMatch(/^(?:1\.9[89]|2\.0[0-2]) ± 0\.5[78]$/);
    expect(Number.parseFloat(rows[0]![3]!)).toBeLessThan(5);
    // x − x is 0 in every run, while the core treats the operands as independent.
    expect(rows[1]![2]).toMatch(/^0\S*$/);
    // A quarter of the interval lies above 2.5; the runs reproduce this to within 4·0.0043. There is no spread to
    // compare.
    expect(Number(rows[2]![1])).toBeCloseTo(0.25, 1);
    expect(Math.abs(Number(rows[2]![2]) - 0.25)).toBeLessThan(0.018);
    expect(rows[2]![3]).toBe('plain number');
    await driver.click('width', '.comparison button');
    await driver.until(
      () =>
        Boolean(
          document.querySelector('haze-value-viewer')?.shadowRoot?.textContent?.includes('width, Reference'),
        ),
      undefined,
    );
    await driver.click('Close');
  });
}
