import { expect, test } from 'vitest';
import { OutputPacer } from './output-pacer.ts';
import type { ChannelName } from './output-ring.ts';

/** A pacer whose clock advances only during waits, or when the test advances it. */
function startPacer() {
  const clock = {
    ms: 0,
    now: () => clock.ms,
    wait: (ms: number) => {
      clock.ms += ms;
    },
  };
  const posted: { stream: ChannelName; text: string; ms: number }[] = [];
  const pacer = new OutputPacer(
    (stream, bytes) => posted.push({ stream, text: new TextDecoder().decode(bytes), ms: clock.ms }),
    clock,
  );
  const write = (text: string, stream: ChannelName = 'stdout') =>
    pacer.write(stream, new TextEncoder().encode(text));
  const textOf = (stream: ChannelName) =>
    posted
      .filter((piece) => piece.stream === stream)
      .map(({ text }) => text)
      .join('');
  return { clock, posted, pacer, write, textOf };
}

test('each piece from a program that prints little is sent immediately', () => {
  const { posted, write } = startPacer();
  write('one\n');
  write('two\n');
  write('problem\n', 'stderr');
  expect(posted.map(({ text }) => text)).toEqual(['one\n', 'two\n', 'problem\n']);
});

test('three seconds of endless lines produce few messages, which arrive complete, in order and no faster than a page can take them', () => {
  const { clock, posted, pacer, write, textOf } = startPacer();
  const lines: string[] = [];
  for (; clock.ms < 3_000; clock.ms += 0.02) {
    lines.push(`${'spam '.repeat(40)}${lines.length}\n`);
    write(lines.at(-1)!);
  }
  pacer.flush();
  expect(textOf('stdout') === lines.join('')).toBe(true);
  expect(posted.length).toBeLessThan(1200);
  expect(textOf('stdout').length).toBeLessThan(2.1e6 + 3.1 * 4.2e6);
  // No interval of 200 ms contains more than the burst and its share.
  const perStretch = new Map<number, number>();
  for (const { text, ms } of posted) {
    const stretch = Math.floor(ms / 200);
    perStretch.set(stretch, (perStretch.get(stretch) ?? 0) + text.length);
  }
  expect(Math.max(...[...perStretch].slice(5).map(([, bytes]) => bytes))).toBeLessThan(1e6);
  expect(posted[0]!.ms).toBe(0);
});

test('each stream keeps its order, and a piece larger than a message arrives in full', () => {
  const { posted, pacer, write, textOf } = startPacer();
  for (let i = 0; i < 400; i++) write('o', i % 2 === 0 ? 'stdout' : 'stderr');
  const large = 'x'.repeat(5_000_000);
  write(large);
  pacer.flush();
  expect(textOf('stdout')).toBe('o'.repeat(200) + large);
  expect(posted.slice(0, 400).map(({ stream }) => stream)).toEqual(
    Array.from({ length: 400 }, (_, i) => (i % 2 === 0 ? 'stdout' : 'stderr')),
  );
});

test('output that is held back is sent with the next piece after a short time', () => {
  const { clock, posted, write } = startPacer();
  for (let i = 0; i < 1200; i++) write('line\n');
  const before = posted.length;
  clock.ms += 30;
  write('later\n');
  expect(posted).toHaveLength(before + 1);
  expect(posted.at(-1)!.text).toMatch(/^(line\n)+later\n$/);
});

test('a reader that stops reading slows the program down, but the output arrives in full', () => {
  const { clock, pacer, write, textOf } = startPacer();
  for (let i = 0; i < 300; i++) write('x'.repeat(65_536));
  pacer.flush();
  expect(textOf('stdout')).toHaveLength(300 * 65_536);
  // 2 MiB immediately, 6 more in 1.5 s, and 10.75 MiB in 7.2 s.
  expect(clock.ms).toBeGreaterThan(8_500);
  expect(clock.ms).toBeLessThan(8_800);
});
