// Compiler messages in the playground, in every browser: messages on the correct lines, with their fixes. Also tests
// Fortran programs.
import { expect, test } from 'vitest';
import type { Scenario } from './playground-scenarios.ts';

export function testProblems(scenario: Scenario): void {
  test('a compiler message appears below its line, and a click applies its fix', async () => {
    const { driver } = scenario;
    await driver.open({ source: '#include <stdio.h>\nint main(void) {\n  puts("fixed")\n  return 0;\n}\n' });
    expect(await driver.run()).toBe('build-failed');
    await driver.until(() => document.querySelector('.diagnostic-line') !== null, undefined);
    // The message is the next sibling of its line in the editor.
    const above = await driver.page.evaluate(
      () =>
        document.querySelector('.diagnostic-line')!.closest('.cm-content > *')!.previousElementSibling!
          .textContent,
      undefined,
    );
    expect(above).toBe('  puts("fixed")');
    // The list's code is lazy-loaded with the first message.
    await expect
      .poll(() => driver.text('haze-problems'))
      .toMatch(/error\s+line 3:16\s+expected ';' after expression/);
    await driver.click('line 3:16');
    await driver.click('Fix: insert “;”', '.diagnostic-line button');
    expect(await driver.run()).toBe('completed');
    expect(await driver.text('haze-console')).toBe('fixed');
    expect(await driver.texts('.diagnostic-line')).toEqual([]);
  });

  test('warnings are listed next to the output, and Fortran errors are listed with their lines', async () => {
    const { driver } = scenario;
    await driver.open({
      source: '#include <stdio.h>\nint main(void) {\n  printf("%d\\n", 1.5);\n  return 0;\n}\n',
    });
    expect(await driver.run()).toBe('completed');
    await expect.poll(() => driver.text('haze-problems')).toMatch(/^warning/);
    const source = 'program broken\n  implicit none\n  nothing = 1\nend program\n';
    await driver.open({ language: 'Fortran', source });
    expect(await driver.run()).toBe('build-failed');
    await expect.poll(() => driver.text('haze-problems')).toMatch(/line 3:\d+/);
  });
}

/** Decisions on which a value's draws disagree. */
export function testDecisions(scenario: Scenario): void {
  const source = [
    '#include <stdio.h>',
    '#include <uxhw.h>',
    'int main(void) {',
    '  double x = UxHwDoubleGaussDist(0.1, 1), y = 0;',
    '  if (x > 0) y = x;',
    '  printf("%lf\\n", y);',
    '}',
    '',
  ].join('\n');

  test('a condition that is true for only some draws is marked on its line', async () => {
    const { driver } = scenario;
    await driver.open({ source, core: 'C0-S+' });
    expect(await driver.run()).toBe('completed');
    await driver.until(() => document.querySelector('.diagnostic-line') !== null, undefined);
    const [mark] = await driver.texts('.diagnostic-line');
    expect(mark).toMatch(/holds for 5[34](\.\d)? % of the draws; the program continued as if it held\./);
    await expect.poll(() => driver.text('haze-problems')).toMatch(/warning\s+line 5/);
  });

  test('on C0-Joint, each draw takes its own path through a branch', async () => {
    const { driver } = scenario;
    // A real branch: the compiler does not turn it into a selection, which would let each draw take its own branch in
    // the first run.
    const branched = source.replace('y = x;', '{ branches++; y = x; }');
    await driver.open({ source: `static volatile int branches;\n${branched}`, core: 'C0-Joint' });
    expect(await driver.run()).toBe('completed');
    expect(await driver.text('haze-console')).toMatch(/0\.1\d* ± |0\.45\d* ± 0\.6/);
    await expect.poll(() => driver.text('haze-problems')).toContain('Each draw took its own path.');
  });
}

/** The sandbox, which every engine must enforce. */
export function testImports(scenario: Scenario): void {
  test('a program that imports a JavaScript object does not build', async () => {
    const { driver } = scenario;
    const declared = '__attribute__((import_module("toString"), import_name("constructor"))) int F(int);';
    await driver.open({ source: `${declared}\nint main(void) { return F(7); }\n` });
    expect(await driver.run()).toBe('build-failed');
    await expect.poll(() => driver.text('haze-problems')).toContain('`toString.constructor`');
  });
}

export function testFortran(scenario: Scenario): void {
  test('all errors in a Fortran program appear below their lines after a single run', async () => {
    const { driver } = scenario;
    const source = [
      'program broken',
      '  implicit none',
      '  integer :: count',
      '  count = 1',
      '  coutn = count',
      "  call greet('you', 2)",
      'contains',
      '  subroutine greet(name, times)',
      '    character(*), intent(in) :: name, times',
      '    print *, name, times',
      '  end subroutine',
      'end program',
      '',
    ].join('\n');
    await driver.open({ language: 'Fortran', source });
    expect(await driver.run()).toBe('build-failed');
    await driver.until(() => document.querySelectorAll('.diagnostic-line').length >= 2, undefined);
    const shown = await driver.page.evaluate(
      () =>
        Array.from(document.querySelectorAll<HTMLElement>('.diagnostic-line'), (line) => [
          line.previousElementSibling?.textContent?.trim(),
          line.innerText,
        ]),
      undefined,
    );
    expect(shown.map(([above]) => above)).toEqual(['coutn = count', "call greet('you', 2)"]);
    expect(shown[0]![1]).toContain('"coutn"');
    expect(shown[1]![1]).toContain('declared CHARACTER');
  });

  test('Fortran array bounds are checked at run time, with flags that are shown and can be changed', async () => {
    const { driver } = scenario;
    const source = [
      'program beyond',
      '  integer :: a(3) = 7, i',
      '  do i = 1, 4',
      '    if (a(i) < 0) a(i) = 0',
      '  end do',
      "  print '(a, 3i2)', 'to the end', a",
      'end program',
      '',
    ].join('\n');
    await driver.open({ language: 'Fortran', source });
    await driver.click('Inputs', '.write [role=tab]');
    await driver.until(() => document.querySelector('haze-program-inputs label') !== null, undefined);
    const flags = () =>
      driver.page.evaluate(
        () =>
          Array.from(document.querySelectorAll('haze-program-inputs label'))
            .find((label) => label.textContent!.includes('Compiler flags'))!
            .querySelector('input')!.value,
        undefined,
      );
    expect(await flags()).toBe('-fcheck=all');
    expect(await driver.run()).toBe('stopped');
    expect(await driver.headline()).toMatch(/: exit status 2$/);
    expect(await driver.text('haze-console .stderr')).toMatch(
      /At line 4 of file \S+\.f90\s+Fortran runtime error: Index '4' of dimension 1 of array 'a' above upper bound of 3/,
    );
    await driver.page.evaluate(() => {
      const field = Array.from(document.querySelectorAll('haze-program-inputs label'))
        .find((label) => label.textContent!.includes('Compiler flags'))!
        .querySelector('input')!;
      field.value = '-fcheck=all,no-bounds';
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }, undefined);
    expect(await driver.run()).toBe('completed');
    expect(await driver.text('haze-console .stdout')).toBe('to the end 7 7 7');
  });

  test('x − x in a Fortran program is zero only on cores that track dependence', async () => {
    const { driver } = scenario;
    const source = [
      'program differences',
      '  use uxhw',
      '  real(8) :: x',
      '  x = ux_uniform(1.0d0, 3.0d0)',
      "  print '(a, f8.4)', 'x = ', x",
      "  print *, 'difference', x - x",
      'end program',
      '',
    ].join('\n');
    await driver.open({ language: 'Fortran', source, core: 'C0-S+' });
    expect(await driver.run()).toBe('completed');
    // The uniform distribution from 1 to 3: mean 2, standard deviation 2/√12 = 0.577.
    expect((await driver.texts('button.value'))[0]).toBe('2.00 ± 0.58');
    expect((await driver.texts('button.value'))[1]).not.toContain('±');
    await driver.open({ language: 'Fortran', source, core: 'C0-S' });
    expect(await driver.run()).toBe('completed');
    // Independent operands: the deviation is 2/√6 = 0.816.
    expect((await driver.texts('button.value'))[1]).toMatch(/± 0\.8\d?$/);
  });
}
