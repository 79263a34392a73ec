// The worker's side of run-program.ts. It receives the single start message, runs the program, and reports. Pages and
// Node differ only in how messages are transferred and where standard input comes from.
import { HazeError } from '../../errors/haze-error.ts';
import type { PrintedAnswer } from '../../uncertainty/core/value-figures.ts';
import type { RunTrace } from '../../uncertainty/sources/run-trace.ts';
import { openOutput } from '../output/open-output.ts';
import { type InputSource, inputFromBytes } from '../wasi/streams.ts';
import { encodeAnswer } from './answer-lines.ts';
import type { RunMessage, StartMessage } from './run-messages.ts';
import { runModule } from './run-module.ts';

export interface RunPort {
  post(message: RunMessage, transfer: ArrayBuffer[]): void;
  /** True if `post` blocks until there is room for more output. */
  readonly waits?: boolean;
  /** The process's standard input; undefined if there is no process. */
  readonly processInput?: InputSource;
}

/** Runs the program described by a start message, and posts its output and how it ended. */
export function serveRun(message: StartMessage, port: RunPort): void {
  const output = openOutput(message.outputRing, (sent, transfer) => port.post(sent, transfer), port.waits);
  const outcome = runModule(message, {
    kernels: message.kernels,
    ...(message.shared ? { shared: message.shared } : {}),
    stdin: openInput(message, port),
    onStart: () => port.post({ kind: 'started' }, []),
    writeStdout: (bytes) => output.write('stdout', bytes),
    writeStderr: (bytes) => output.write('stderr', bytes),
    onSleep: () => output.flush(),
    ...(message.answers && {
      takeAnswer: (answer: PrintedAnswer) => output.write('answers', encodeAnswer(answer)),
    }),
    takeNews: (news) => port.post({ kind: 'news', ...news }, []),
    takeFiles: (news) => port.post({ kind: 'files', ...news }, []),
  });
  output.flush();
  const buffers = [...outcome.files.values()].map(({ buffer }) => buffer as ArrayBuffer);
  port.post({ kind: 'end', ...outcome }, [...buffers, ...buffersOf(outcome.trace)]);
}

/** Buffers of the draws, which are transferred instead of copied. */
function buffersOf(trace: RunTrace | undefined): ArrayBuffer[] {
  const columns = trace?.sources.flatMap((source) => source.columns) ?? [];
  const printed = trace?.values.flatMap(({ lanes }) => lanes ?? []) ?? [];
  return [...columns, ...printed].map(({ buffer }) => buffer as ArrayBuffer);
}

function openInput(message: StartMessage, port: RunPort): InputSource {
  if (message.stdin !== 'process') return inputFromBytes(message.stdin);
  if (port.processInput) return port.processInput;
  throw new HazeError('no-process-input', 'A worker cannot read standard input. Pass the input as bytes.');
}
