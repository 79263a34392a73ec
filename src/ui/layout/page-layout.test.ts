import { expect, test } from 'vitest';
import { moveDivider } from './divider-position.ts';
import { changeLayout, LAYOUT_RANGES, parseLayout, USUAL_LAYOUT } from './page-layout.ts';

test('a saved layout is restored, and missing, wrong and excessive values are replaced', () => {
  const kept = { split: 33.3, output: 60, files: 20, isWrapped: true, hasMargin: true, letters: 120 };
  expect(parseLayout(JSON.stringify(kept))).toEqual(kept);
  expect(parseLayout(null)).toEqual(USUAL_LAYOUT);
  expect(parseLayout('{')).toEqual(USUAL_LAYOUT);
  expect(parseLayout('7')).toEqual(USUAL_LAYOUT);
  expect(parseLayout('{"split":"wide","isWrapped":1,"letters":1e9}')).toEqual({
    ...USUAL_LAYOUT,
    letters: LAYOUT_RANGES.letters.most,
  });
});

test('a change keeps the other values, and undefined restores the default', () => {
  const kept = parseLayout('{"split":30,"letters":110}');
  expect(changeLayout(kept, { letters: 9999 })).toEqual({ ...kept, letters: LAYOUT_RANGES.letters.most });
  expect(changeLayout(kept, { split: undefined })).toEqual({ ...kept, split: USUAL_LAYOUT.split });
});

test('keys move a divider along its axis, within its range', () => {
  const column = { range: { least: 20, most: 80 }, isColumn: true };
  expect(
    ['ArrowLeft', 'ArrowRight', 'PageUp', 'Home', 'End'].map((key) => moveDivider(50, key, column)),
  ).toEqual([48, 52, 40, 20, 80]);
  expect(moveDivider(79, 'PageDown', column)).toBe(80);
  expect(moveDivider(50, 'ArrowDown', column)).toBeUndefined();
  expect(moveDivider(50, 'ArrowDown', { ...column, isColumn: false })).toBe(52);
});
