// Help with writing a program, in every browser: completion, call help, messages before any run, definitions,
// formatting, the functions drawer, and search in all files of a project.
import { expect, test } from 'vitest';
import { PATIENCE_MS } from './browsers.ts';
import type { Scenario } from './playground-scenarios.ts';

const BEGUN = '#include <stdio.h>\n#include <uxhw.h>\nint main(void) {\n  \n}\n';

/** Moves the cursor to the end of the given line (1-based). Runs in the page. */
function goToLine(line: number): void {
  const lines = document.querySelectorAll('.cm-line');
  const range = document.createRange();
  range.selectNodeContents(lines[line - 1]!);
  range.collapse(false);
  getSelection()!.removeAllRanges();
  getSelection()!.addRange(range);
}

/**
 * True once a completion list has been visible for a moment. Until then, the list ignores keys, because they may be
 * meant for the text. Runs in the page.
 */
function isSeenForAMoment(): boolean {
  const scope = window as unknown as { seenSince?: { list: Element; atMs: number } };
  const list = document.querySelector('.cm-tooltip-autocomplete');
  if (!list) return false;
  if (scope.seenSince?.list !== list) scope.seenSince = { list, atMs: performance.now() };
  return performance.now() - scope.seenSince.atMs > 200;
}

export function testWriting(scenario: Scenario): void {
  const text = () => scenario.driver.text('.cm-content');

  /** Opens a program with the cursor on a line, and loads the helpers. */
  async function open(source: string, line: number, language: 'C' | 'C++' | 'Fortran' = 'C') {
    const { driver } = scenario;
    await driver.open({ source, language });
    await driver.focusEditor();
    await driver.page.evaluate(goToLine, line);
    // The helpers are loaded on the first key press.
    await driver.page.keyboard.press('Shift');
    await driver.until(
      () => performance.getEntriesByType('resource').some(({ name }) => /assist/.test(name)),
      undefined,
    );
  }

  test('completing a function inserts its parameters, and its declaration appears next to the call', async () => {
    const { driver } = scenario;
    await open(BEGUN, 4);
    await driver.page.keyboard.type('double x = UxHwDoubleGau');
    await driver.until(
      () => /UxHwDoubleGaussDist/.test(document.querySelector('.cm-tooltip-autocomplete')?.textContent ?? ''),
      undefined,
    );
    await driver.until(
      () => /standard deviation/.test(document.querySelector('.cm-completionInfo')?.textContent ?? ''),
      undefined,
    );
    await driver.until(isSeenForAMoment, undefined);
    await driver.page.keyboard.press('Enter');
    await driver.until(
      () => /GaussDist\(mean, stddev\)/.test(document.querySelector('.cm-content')?.textContent ?? ''),
      undefined,
    );
    await driver.page.keyboard.type('5.0');
    await driver.until(
      () => /double mean/.test(document.querySelector('.known-name .signature strong')?.textContent ?? ''),
      undefined,
    );
    await driver.page.keyboard.press('Tab');
    await driver.page.keyboard.type('0.1');
    await driver.until(
      () => /double stddev/.test(document.querySelector('.known-name .signature strong')?.textContent ?? ''),
      undefined,
    );
    expect(await text()).toContain('UxHwDoubleGaussDist(5.0, 0.1)');
    await driver.page.keyboard.press('Escape');
    await driver.until(() => !document.querySelector('.known-name'), undefined);
  });

  test('Enter after a number ends the line, even if the user has opened the completion list', async () => {
    const { driver } = scenario;
    await open(BEGUN, 4);
    await driver.page.keyboard.type('  double x = sqr');
    await driver.page.keyboard.press('Control+Space');
    await driver.until(isSeenForAMoment, undefined);
    await driver.page.keyboard.type(' + 5');
    // Longer than the delay before a list opens after typing plus the delay before it accepts keys.
    await driver.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)), undefined);
    await driver.page.keyboard.press('Enter');
    await driver.page.keyboard.type('+ 6;');
    await driver.until(
      () => /double x = sqr \+ 5\s*\+ 6;/.test(document.querySelector('.cm-content')?.textContent ?? ''),
      undefined,
    );
  });

  test('completions for library names show their headers', async () => {
    const { driver } = scenario;
    await open(BEGUN, 4);
    await driver.page.keyboard.type('frex');
    await driver.until(
      () => /frexp.*math\.h/.test(document.querySelector('.cm-tooltip-autocomplete')?.textContent ?? ''),
      undefined,
    );
    await driver.page.keyboard.press('Escape');
    await open('#include <vector>\nint main() {\n  \n}\n', 3, 'C++');
    await driver.page.keyboard.type('std::partial_s');
    await driver.until(
      () =>
        /partial_sort.*algorithm/.test(document.querySelector('.cm-tooltip-autocomplete')?.textContent ?? ''),
      undefined,
    );
  });

  test('Fortran completions include the generic names of the uxhw module', async () => {
    const { driver } = scenario;
    await open('program p\n  use uxhw\n  real(8) :: x\n  x = \nend program\n', 4, 'Fortran');
    await driver.page.keyboard.type('ux_gau');
    await driver.until(
      () => /ux_gauss/.test(document.querySelector('.cm-tooltip-autocomplete')?.textContent ?? ''),
      undefined,
    );
    await driver.until(isSeenForAMoment, undefined);
    await driver.page.keyboard.press('Enter');
    await driver.until(
      () => /x = ux_gauss\(mean, stddev\)/.test(document.querySelector('.cm-content')?.textContent ?? ''),
      undefined,
    );
  });

  test('the compiler reports errors while the user types, without a run', async () => {
    const { driver } = scenario;
    await open(BEGUN.replace('  \n', '  double x = 1;\n'), 4);
    await driver.run();
    await driver.focusEditor();
    await driver.page.evaluate(goToLine, 4);
    await driver.page.keyboard.type(' x = undeclared;');
    // Waits as long as for a build, because an engine may first have to compile the checker.
    await driver.until(
      () => document.querySelector('.cm-lint-marker-error') !== null,
      undefined,
      5 * PATIENCE_MS,
    );
    await driver.until(
      () => document.querySelector('.cm-lintRange-error')?.textContent === 'undeclared',
      undefined,
    );
    // The layout does not shift while the user works.
    expect(await driver.texts('.diagnostic-line')).toEqual([]);
    for (let i = 0; i < 'undeclared;'.length; i += 1) await driver.page.keyboard.press('Backspace');
    await driver.page.keyboard.type('2.0;');
    await driver.until(() => document.querySelector('.cm-lint-marker-error') === null, undefined);
  });

  const WRITTEN: readonly (readonly ['C++' | 'Fortran', source: string, line: number, wrong: string])[] = [
    ['C++', '#include <cstdio>\n\nint main() {\n  return 0;\n}\n', 4, ' undeclared();'],
    ['Fortran', 'program p\n  implicit none\n  real :: x\n  x = 1\nend program\n', 4, ' + unknown'],
  ];
  for (const [language, source, line, wrong] of WRITTEN) {
    test(`${language} errors are marked on their line while the user types, until they are fixed`, async () => {
      const { driver } = scenario;
      await driver.open({ source, language });
      await driver.run();
      await driver.focusEditor();
      await driver.page.evaluate(goToLine, line);
      await driver.page.keyboard.type(wrong);
      const isMarked = (word: string) =>
        document.querySelector('.cm-lintRange-error')?.textContent === word &&
        document.querySelector('.cm-lint-marker-error') !== null;
      // Waits as long as for a build, because an engine may first have to compile the checker.
      await driver.until(isMarked, wrong.replace(/\W/g, ''), 5 * PATIENCE_MS);
      const marked = await driver.page.evaluate(
        () =>
          [...document.querySelectorAll('.cm-line')].findIndex((one) => one.querySelector('.cm-lintRange')) +
          1,
        undefined,
      );
      expect(marked).toBe(line);
      for (let i = 0; i < wrong.length; i += 1) await driver.page.keyboard.press('Backspace');
      await driver.until(() => document.querySelector('.cm-lint-marker-error') === null, undefined);
    });
  }

  test('F12 goes to the definition of a name', async () => {
    const { driver } = scenario;
    await open(
      'double twice(double x);\nint main(void) { return twice(1); }\ndouble twice(double x) {\n  return 2 * x; }\n',
      1,
    );
    await driver.page.evaluate(() => {
      const line = document.querySelectorAll('.cm-line')[1]!;
      const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const at = node.textContent!.indexOf('twice');
        if (at >= 0) getSelection()!.collapse(node, at + 1);
      }
    }, undefined);
    await driver.page.keyboard.press('F12');
    await driver.until(
      () => document.querySelector('.cm-activeLine')?.textContent === 'double twice(double x) {',
      undefined,
    );
  });

  test('the program can be formatted, and a single undo reverts it', async () => {
    const { driver } = scenario;
    await open('int main(void){return 0;}\n', 1);
    await driver.click('Format');
    await driver.until(
      () => document.querySelector('.cm-content')?.textContent === 'int main(void) { return 0; }',
      undefined,
    );
    await driver.focusEditor();
    await driver.page.keyboard.press('Control+z');
    await driver.until(
      () => document.querySelector('.cm-content')?.textContent === 'int main(void){return 0;}',
      undefined,
    );
  });

  test('the functions drawer shows every distribution, can be searched, and inserts a call with its header', async () => {
    const { driver } = scenario;
    await open('int main(void) {\n  return 0;\n}\n', 1);
    await driver.click('Functions');
    await driver.until(
      () => document.querySelector('dialog.drawer')?.hasAttribute('open') === true,
      undefined,
    );
    const pictures = await driver.page.evaluate(
      () => document.querySelectorAll('.functions path[d^="M0"]').length,
      undefined,
    );
    expect(pictures).toBe(16);
    await driver.page.evaluate(
      () => document.querySelector<HTMLInputElement>('dialog.drawer input')!.focus(),
      undefined,
    );
    await driver.page.keyboard.type('log-normal');
    await driver.until(() => document.querySelectorAll('.functions li').length === 1, undefined);
    await driver.click('Insert UxHwDoubleLognormalDist');
    await driver.until(() => {
      const shown = document.querySelector('.cm-content')?.textContent ?? '';
      return shown.startsWith('#include <uxhw.h>') && shown.includes('UxHwDoubleLognormalDist(0.0, 1.0)');
    }, undefined);
  });

  test('the tour has seven steps, can be left with Escape and restarted, and returns the focus', async () => {
    const { driver } = scenario;
    await driver.open({ source: BEGUN });
    expect(await driver.text('.tagline')).toContain('uncertainty');
    await driver.click('Take the tour');
    const titles: string[] = [];
    for (let step = 1; step <= 7; step += 1) {
      await driver.until(
        (wanted) => document.querySelector('.tour .muted')?.textContent === `Step ${wanted} of 7`,
        step,
      );
      titles.push(await driver.text('.tour h2'));
      expect(await driver.texts('.tour-shown')).toHaveLength(1);
      if (step < 7) await driver.click('Next');
    }
    expect(titles).toEqual([
      'A program',
      'A core',
      'Run',
      'The result',
      'Which input matters',
      'What if',
      'Your own',
    ]);
    await driver.page.keyboard.press('Escape');
    await driver.until(() => !document.querySelector('.tour, .tour-shown'), undefined);
    await driver.until(() => document.activeElement?.textContent === 'Take the tour', undefined);
    // Each step shows the component that it explains, whichever tab is open.
    await driver.click('Cores', '[role=tab]');
    await driver.click('Help');
    await driver.until(() => document.querySelector('dialog.help[open]') !== null, undefined);
    await driver.until(() => document.querySelectorAll('dialog.help tbody tr').length > 9, undefined);
    await driver.click('Take the tour', 'dialog.help button');
    await driver.until(() => document.querySelector('.tour h2')?.textContent === 'A program', undefined);
    for (let step = 1; step < 5; step += 1) await driver.click('Next');
    await driver.until(
      () => document.querySelector('.output-tools.tour-shown')?.checkVisibility() === true,
      undefined,
    );
    await driver.click('Leave the tour');
    await driver.until(() => !document.querySelector('.tour'), undefined);
  });
}
