import { expect, test } from 'vitest';
import { encodeMessage, encodeOutput, type Frame, FrameReader } from './frames.ts';

function read(pieces: readonly Uint8Array[]): Frame[] {
  const frames: Frame[] = [];
  const reader = new FrameReader((frame) => frames.push(frame));
  for (const piece of pieces) reader.push(Buffer.from(piece));
  return frames;
}

test('frames come whole and in order, however the pipe cuts them', () => {
  const text = new TextEncoder().encode('2.5\n');
  const message = { kind: 'end', files: new Map([['a', text]]), seed: 2n ** 63n };
  const bytes = Buffer.concat([
    encodeOutput('stdout', text),
    encodeMessage(message),
    encodeOutput('stderr', text),
  ]);
  for (let size = 1; size <= bytes.length; size += 1) {
    const pieces = [];
    for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
    const frames = read(pieces);
    expect(frames.map(({ kind }) => kind)).toEqual(['output', 'message', 'output']);
    expect(frames[0]).toEqual({ kind: 'output', stream: 'stdout', bytes: text });
    expect((frames[1] as { message: typeof message }).message.files.get('a')).toEqual(text);
    expect(frames[2]).toEqual({ kind: 'output', stream: 'stderr', bytes: text });
  }
});

test('what is no frame is refused, whatever length it claims', () => {
  expect(() => read([Uint8Array.of(7, 1, 0, 0, 0, 0)])).toThrow('no message');
  expect(() => read([Uint8Array.of(0, 255, 255, 255, 255)])).toThrow('no message');
});
