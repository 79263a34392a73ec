// Converts stored chunks into a response body.

/** Stream that reads its source only on demand. */
export function toStream(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const pieces = source[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => {
      await pieces.return?.();
    },
  });
}

/**
 * Text from chunks, each of which is a gzip file. (The platform's decompressor rejects a second gzip file in its
 * input.)
 */
export async function* gunzipChunks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    const stream = new Blob([chunk as BlobPart]).stream().pipeThrough(new DecompressionStream('gzip'));
    yield new Uint8Array(await new Response(stream).arrayBuffer());
  }
}
