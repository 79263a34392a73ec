import { expect, test } from 'vitest';
import { maybeAllocateRing, OutputRingReader, OutputRingWriter } from './output-ring.ts';

function openRing() {
  const buffer = maybeAllocateRing()!;
  let wakes = 0;
  const writer = new OutputRingWriter(buffer, () => {
    wakes++;
  });
  const reader = new OutputRingReader(buffer);
  const drain = () => {
    const taken: [string, string][] = [];
    reader.drain((stream, bytes) => taken.push([stream, new TextDecoder().decode(bytes)]));
    return taken;
  };
  return { writer, drain, wakes: () => wakes };
}

const encode = (text: string) => new TextEncoder().encode(text);

test('pieces of one stream arrive together, and streams arrive in order', () => {
  const { writer, drain, wakes } = openRing();
  writer.write('stdout', encode('a'));
  writer.write('stdout', encode('b'));
  writer.write('stderr', encode('oops'));
  writer.write('stdout', encode('c'));
  expect(wakes()).toBe(1);
  expect(drain()).toEqual([
    ['stdout', 'ab'],
    ['stderr', 'oops'],
    ['stdout', 'c'],
  ]);
  expect(drain()).toEqual([]);
  writer.write('stdout', encode('d'));
  expect(wakes()).toBe(2);
  expect(drain()).toEqual([['stdout', 'd']]);
});

test('nothing is lost when the ring wraps around many times', () => {
  const { writer, drain } = openRing();
  let written = '';
  let read = '';
  for (let i = 0; i < 3000; i++) {
    const text = `${i}:${'x'.repeat((i * 37) % 4000)}\n`;
    written += text;
    writer.write('stdout', encode(text));
    if (i % 100 === 99)
      read += drain()
        .map(([, bytes]) => bytes)
        .join('');
  }
  read += drain()
    .map(([, bytes]) => bytes)
    .join('');
  expect(read === written).toBe(true);
});
