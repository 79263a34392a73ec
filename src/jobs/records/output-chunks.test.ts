import { expect, test, vi } from 'vitest';
import { findCut, type OutputChunks, OutputGatherer } from './output-chunks.ts';

const encode = (text: string) => new TextEncoder().encode(text);

test('output is cut after its last complete line, or otherwise before an incomplete character', () => {
  expect(findCut(encode('a\nb\nc'))).toBe(4);
  expect(findCut(encode('abc'))).toBe(3);
  expect(findCut(encode('aé'))).toBe(3);
  // RFC 3629: é is C3 A9, € is E2 82 AC, 😀 is F0 9F 98 80.
  expect(findCut(Uint8Array.of(0x61, 0xc3))).toBe(1);
  expect(findCut(Uint8Array.of(0x61, 0xe2, 0x82))).toBe(1);
  expect(findCut(Uint8Array.of(0x61, 0xf0, 0x9f, 0x98))).toBe(1);
  expect(findCut(Uint8Array.of(0x61, 0xf0, 0x9f, 0x98, 0x80))).toBe(5);
  expect(findCut(new Uint8Array(0))).toBe(0);
});

async function unzip(chunk: Uint8Array): Promise<string> {
  const plain = new Blob([chunk as BlobPart]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(plain).text();
}

test('a chunk is written as soon as it is large enough, and the rest at the end', async () => {
  const written: OutputChunks[] = [];
  const gatherer = new OutputGatherer({
    write: async (chunks) => void written.push(chunks),
    onFailure: (error) => expect.unreachable(String(error)),
    chunkBytes: 8,
    chunkMs: 1_000_000,
  });
  gatherer.add('Stdout', encode('0123\n'));
  expect(written).toHaveLength(0);
  gatherer.add('Stdout', encode('5678'));
  const rest = await gatherer.end();
  expect(await unzip(written[0]!.Stdout!.gzip)).toBe('0123\n');
  expect(await unzip(rest.Stdout!.gzip)).toBe('5678');
  expect(rest.Stdout!.sizeBytes).toBe(4);
  gatherer.add('Stdout', encode('too late'));
  expect(await gatherer.end()).toEqual({});
});

test('a write that fails is reported once, and later output is dropped', async () => {
  const errors: unknown[] = [];
  const full = new Error('full');
  const gatherer = new OutputGatherer({
    write: () => Promise.reject(full),
    onFailure: (error) => errors.push(error),
    chunkBytes: 1,
    chunkMs: 1_000_000,
  });
  gatherer.add('Stderr', encode('a\n'));
  await gatherer.end();
  gatherer.add('Stderr', encode('b\n'));
  expect(errors).toEqual([full]);
});

test('the first output is written after a tenth of the delay for later output', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const written: number[] = [];
    let tell: () => void = () => undefined;
    const gatherer = new OutputGatherer({
      write: async ({ Stdout }) => {
        written.push(Stdout!.sizeBytes);
        tell();
      },
      onFailure: (error) => expect.fail(String(error)),
      chunkBytes: 1_000_000,
      chunkMs: 1000,
    });
    const line = new TextEncoder().encode('line\n');
    const isWritten = new Promise<void>((resolve) => {
      tell = resolve;
    });
    gatherer.add('Stdout', line);
    vi.advanceTimersByTime(100);
    await isWritten;
    gatherer.add('Stdout', line);
    vi.advanceTimersByTime(999);
    expect((await gatherer.end()).Stdout!.sizeBytes).toBe(5);
    expect(written).toEqual([5]);
  } finally {
    vi.useRealTimers();
  }
});
