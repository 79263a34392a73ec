import { expect, test } from 'vitest';
import { encodeMessage, encodeOutput, type Frame, type FrameBounds, FrameReader } from './frames.ts';
import { decodeData, encodeData } from './plain-data.ts';

function read(pieces: readonly Uint8Array[], bounds?: FrameBounds): Frame[] {
  const frames: Frame[] = [];
  const reader = new FrameReader((frame) => frames.push(frame), bounds);
  for (const piece of pieces) reader.push(Buffer.from(piece));
  return frames;
}

test('frames arrive complete and in order, however the pipe splits them', () => {
  const text = new TextEncoder().encode('2.5\n');
  const message = { kind: 'end', files: new Map([['a', text]]), seed: 2n ** 63n };
  const bytes = Buffer.concat([
    encodeOutput('stdout', text),
    ...encodeMessage(message),
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

test('output from one stream that is read at once arrives as one piece', () => {
  const [a, b] = ['a', 'b'].map((text) => new TextEncoder().encode(text)) as [Uint8Array, Uint8Array];
  const pieces = [encodeOutput('stdout', a), encodeOutput('stderr', b), encodeOutput('stdout', b)];
  expect(read([Buffer.concat(pieces)])).toEqual([
    { kind: 'output', stream: 'stdout', bytes: new TextEncoder().encode('ab') },
    { kind: 'output', stream: 'stderr', bytes: b },
  ]);
});

test('invalid frames are rejected, and a frame that is too large is rejected when its header arrives', () => {
  const header = (kind: number, length: number) => {
    const bytes = Buffer.from([kind, 0, 0, 0, 0]);
    bytes.writeUInt32LE(length, 1);
    return bytes;
  };
  const bounds = { messageBytes: 1000, messageValues: 10 };
  expect(() => read([header(7, 1)], bounds)).toThrow('an invalid message');
  expect(() => read([header(1, 0)], bounds)).toThrow('an invalid message');
  expect(() => read([header(0, 1001)], bounds)).toThrow('1001 bytes');
  expect(() => read([header(1, 65_537)], bounds)).toThrow('65537 bytes');
  expect(() => read([Buffer.concat(encodeMessage('0123456789'.split('')))], bounds)).toThrow('parts');
});

test('plain data is unchanged after encoding and decoding', () => {
  const value = {
    flags: [true, false, null, undefined],
    numbers: [0, -0, 1.5, Number.NaN, Number.NEGATIVE_INFINITY, -(2n ** 70n)],
    text: 'größer',
    arrays: [Float64Array.of(0.1), Int32Array.of(-1), Uint32Array.of(7), new Uint8Array(0)],
    map: new Map([['x/y', Uint8Array.of(1, 2)]]),
  };
  expect(decodeData(Buffer.concat(encodeData(value)), 100)).toEqual(value);
  expect(() => encodeData({ call: () => 1 })).toThrow('other than plain data');
});

test('randomly changed bytes decode to a value or an error, and never hang', () => {
  const bytes = Buffer.concat(
    encodeData({ list: [1, 'two', { three: 3n }], map: new Map([[1, Uint8Array.of(9)]]) }),
  );
  // A multiplicative (Lehmer) generator with seed 20261128.
  let state = 20_261_128;
  const random = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  for (let round = 0; round < 4000; round += 1) {
    const changed = Buffer.from(bytes);
    for (let change = 0; change <= random(3); change += 1) changed[random(changed.length)] = random(256);
    try {
      decodeData(changed.subarray(0, 4 + random(changed.length)), 50);
    } catch (error) {
      expect(error).toBeInstanceOf(Error);
    }
  }
});
