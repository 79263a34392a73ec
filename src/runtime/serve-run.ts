// The worker's side of run-program.ts: takes the one start message, runs, reports. Pages and Node differ only in how
// messages travel and where standard input comes from.
import { HazeError } from '../errors/haze-error.ts';
import { OutputRingWriter, type StreamName } from './output-ring.ts';
import type { RunMessage, StartMessage } from './run-messages.ts';
import { runModule } from './run-module.ts';
import { type InputSource, inputFromBytes } from './wasi/streams.ts';

export interface RunPort {
  post(message: RunMessage, transfer: ArrayBuffer[]): void;
  /** Standard input of the process; undefined where there is none. */
  readonly processInput?: InputSource;
}

/** Runs the program of a start message and posts its output and its end. */
export function serveRun(message: StartMessage, port: RunPort): void {
  const ring =
    message.outputRing && new OutputRingWriter(message.outputRing, () => port.post({ kind: 'wake' }, []));
  const write = (stream: StreamName) => (bytes: Uint8Array) => {
    if (ring) return ring.write(stream, bytes);
    const copy = bytes.slice();
    port.post({ kind: 'output', stream, bytes: copy }, [copy.buffer as ArrayBuffer]);
  };
  const outcome = runModule(message, {
    kernels: message.kernels,
    stdin: openInput(message, port),
    onStart: () => port.post({ kind: 'started' }, []),
    writeStdout: write('stdout'),
    writeStderr: write('stderr'),
  });
  port.post({ kind: 'end', ...outcome }, []);
}

function openInput(message: StartMessage, port: RunPort): InputSource {
  if (message.stdin !== 'process') return inputFromBytes(message.stdin);
  if (port.processInput) return port.processInput;
  throw new HazeError(
    'no-process-input',
    'There is no standard input of a process here. Give the bytes of the input.',
  );
}
