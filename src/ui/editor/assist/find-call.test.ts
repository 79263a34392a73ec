import { expect, test } from 'vitest';
import { maybeCallAt } from './find-call.ts';

/** The call at the position of the bar in a string. The bar itself is removed. */
function callAt(marked: string) {
  const at = marked.indexOf('|');
  const text = marked.replace('|', '');
  const isText = (place: number) => /^[^"]*"[^"]*$/.test(text.slice(0, place));
  return maybeCallAt(text, at, isText);
}

test('the innermost call and the current parameter are found, despite strings and brackets', () => {
  expect(callAt('x = f(1, g(2, 3), |')).toEqual({ name: 'f', from: 4, parameter: 2 });
  expect(callAt('x = f(1, g(2, |3))')).toEqual({ name: 'g', from: 9, parameter: 1 });
  expect(callAt('f(a[i, j], |)')?.parameter).toBe(1);
  expect(callAt('printf("a, (b, %f", |')?.parameter).toBe(1);
});

test('no call is found outside parentheses or across statements', () => {
  expect(callAt('f(1);\n|')).toBeUndefined();
  expect(callAt('int main(void) { |')).toBeUndefined();
  expect(callAt('(|1 + 2)')).toBeUndefined();
});
