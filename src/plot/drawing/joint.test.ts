import { expect, test } from 'vitest';
import { drawJoint } from './joint.ts';
import { pictureTheme } from './picture-theme.ts';

const OPTIONS = {
  width: 400,
  height: 320,
  fontSize: 12,
  theme: pictureTheme,
  colour: '#000000',
  xLabel: 'x',
  yLabel: 'y',
  description: 'y over x',
};
/** Lattice points spread evenly over a square. */
const x = Float64Array.from({ length: 4096 }, (_, i) => (i + 0.5) / 4096);
const y = Float64Array.from({ length: 4096 }, (_, i) => (i * 0.618033988749895) % 1);

/** Extent of the shading in the x direction, in pixels of the axes. */
function reachOf(svg: string): readonly [number, number] {
  const ends = [...svg.matchAll(/fill="#000000"[^>]*/g), ...svg.matchAll(/<path d="([^"]*Z)"/g)].flatMap(
    (found) => [...(found[1] ?? '').matchAll(/[MH](-?[\d.]+)/g)].map(([, text]) => Number(text)),
  );
  return [Math.min(...ends), Math.max(...ends)];
}

test('the picture shades only the area of the kept draws', () => {
  const all = drawJoint(
    { x, y },
    [
      [-1, 2],
      [-1, 2],
    ],
    OPTIONS,
  );
  const { left, right } = all.frame;
  const third = (right - left) / 3;
  const [from, to] = reachOf(all.svg);
  // The edge is blurred over some of the 48 cells.
  expect(Math.abs(from - (left + third))).toBeLessThan(third / 3);
  expect(Math.abs(to - (left + 2 * third))).toBeLessThan(third / 3);
  const isKept = Uint8Array.from(x, (value) => Number(value > 0.5));
  expect(
    reachOf(
      drawJoint(
        { x, y, isKept },
        [
          [-1, 2],
          [-1, 2],
        ],
        OPTIONS,
      ).svg,
    )[0],
  ).toBeGreaterThan(from + third / 4);
});

test('a picture of thousands of draws stays small, and a picture without draws has axes', () => {
  const many = drawJoint(
    { x, y },
    [
      [0, 1],
      [0, 1],
    ],
    OPTIONS,
  ).svg;
  expect(many.length).toBeLessThan(60_000);
  const none = drawJoint(
    { x, y, isKept: new Uint8Array(4096) },
    [
      [0, 1],
      [0, 1],
    ],
    OPTIONS,
  ).svg;
  expect(none).toContain('y over x');
  expect(none).not.toContain('fill-opacity');
});
