// The worker's side of program output: a ring buffer if page and worker share memory, and paced messages otherwise.

import { waitQuietly } from '../wasi/quiet-wait.ts';
import { OutputPacer } from './output-pacer.ts';
import { type ChannelName, OutputRingWriter } from './output-ring.ts';

/** Messages about output. A wake message means that there is output in the ring. */
export type OutputMessage =
  | { readonly kind: 'wake' }
  | { readonly kind: 'output'; readonly stream: ChannelName; readonly bytes: Uint8Array };

export interface OutputWriter {
  write(stream: ChannelName, bytes: Uint8Array): void;
  /** Sends buffered output. Called before the program sleeps and when it exits. */
  flush(): void;
}

/**
 * Opens the output. A program that prints faster than a page can receive has to wait.
 * @param waits true if `post` itself waits until the other side has room
 */
export function openOutput(
  ring: SharedArrayBuffer | undefined,
  post: (message: OutputMessage, transfer: ArrayBuffer[]) => void,
  waits = false,
): OutputWriter {
  if (waits) {
    return {
      write: (stream, bytes) => post({ kind: 'output', stream, bytes }, []),
      flush: () => undefined,
    };
  }
  if (ring) {
    const writer = new OutputRingWriter(ring, () => post({ kind: 'wake' }, []));
    return { write: (stream, bytes) => writer.write(stream, bytes), flush: () => undefined };
  }
  return new OutputPacer((stream, bytes) => post({ kind: 'output', stream, bytes }, [bytes.buffer]), {
    now: () => performance.now(),
    wait: waitQuietly,
  });
}
