// Hostile output on a terminal.
import { expect, test } from 'vitest';
import { formatUx } from '../../../uncertainty/core/ux-text.ts';
import { createHumanWriter } from './human-output.ts';

const VALUE = `2.5${formatUx({ type: 4, count: 1, mean: 2.5, positions: Float64Array.of(2, 3), masses: Float64Array.of(0.5, 0.5) })}`;

test.each(['1', '1Ux04', '1e'])(
  'endless digits are passed on as they arrive, instead of being rescanned: %s',
  (text) => {
    let shown = '';
    const writer = createHumanWriter((piece) => {
      shown += piece;
    });
    const chunk = new TextEncoder().encode(text.repeat(65_536 / text.length));
    for (let sent = 0; sent < 16; sent += 1) writer.write(chunk);
    expect(shown.length).toBeGreaterThan(9 * chunk.length);
    writer.write(new TextEncoder().encode(` ${VALUE} m\n`));
    writer.end();
    expect(shown).toMatch(/^[1Ux04e]+ 2\.50? ± 0\.500 .* m\n$/);
    expect(shown.indexOf(' ')).toBe(16 * chunk.length);
  },
);

test('values without blanks between them stay whole, even if they are together longer than the longest value', () => {
  let shown = '';
  const writer = createHumanWriter((piece) => {
    shown += piece;
  });
  const bytes = new TextEncoder().encode(VALUE.repeat(5000));
  for (let at = 0; at < bytes.length; at += 1000) writer.write(bytes.subarray(at, at + 1000));
  writer.end();
  expect(shown.match(/±/g)).toHaveLength(5000);
  expect(shown).not.toContain('Ux');
});
