// The system on which a program runs: WASI preview 1 from a library, with fixes. Argument lengths are counted in bytes,
// sleeping does not spin, file descriptors are reused and limited, and randomness comes from the task's seed. A wild
// pointer makes the call fail (guard-calls.ts), and exit is a trap (see uncatchable.ts). The program has access only to
// its arguments, TZ, its streams and the files in its working directory.
import { type Fd, WASI, wasi } from '@bjorn3/browser_wasi_shim';
import { guardCalls, type WasiFunction } from './guard-calls.ts';
import { waitQuietly } from './quiet-wait.ts';
import { withStandingClock } from './standing-clock.ts';
import { type InputSource, InputStream, OutputStream, PIPES, type StreamKinds } from './streams.ts';
import { describeTransfers } from './transfers.ts';
import type { WorkingDirectory } from './working-directory.ts';

export interface WasiOptions {
  /** The program's name and its arguments. */
  readonly arguments: readonly string[];
  readonly stdin: InputSource;
  /** Kinds of the standard streams; pipes if absent. */
  readonly streamKinds?: StreamKinds | undefined;
  readonly writeStdout: (bytes: Uint8Array) => void;
  readonly writeStderr: (bytes: Uint8Array) => void;
  readonly directory: WorkingDirectory;
  /** Fills an array with bytes from the task's generator. */
  readonly fillRandom: (target: Uint8Array) => void;
  /** Called before the program sleeps. */
  readonly onSleep?: () => void;
  /**
   * Called after system calls that may have changed files. The argument is true if a file was closed, moved or removed.
   */
  readonly onFileChange?: (isWhole: boolean) => void;
  /** Epoch milliseconds at which the program's clocks begin. If absent, the machine's clocks are used. */
  readonly clockMs?: number | undefined;
  /** Terminates the program with a status from 0 to 255; does not return. */
  readonly exit: (status: number) => never;
}

/** Byte offset of the flags in a clock subscription. */
const CLOCK_FLAGS_AT = 40;
/** The number -1 in the form in which calls receive it. */
const ANY_DESCRIPTOR = 0xffff_ffff;
/** Maximum number of open files, as on common systems. */
const MOST_DESCRIPTORS = 1024;

/** Creates the `wasi_snapshot_preview1` imports for a program whose memory is `memory`. */
export function createWasiImports(
  options: WasiOptions,
  memory: WebAssembly.Memory,
): Record<string, WasiFunction> {
  const [input, output, errors] = options.streamKinds ?? PIPES;
  const streams = [
    new InputStream(options.stdin, input),
    new OutputStream(options.writeStdout, output),
    new OutputStream(options.writeStderr, errors),
  ];
  const host = new WASI([...options.arguments], ['TZ=UTC'], [...streams, options.directory], {
    debug: false,
  });
  host.inst = { exports: { memory } } as WASI['inst'];
  const fds = host.fds as (Fd | undefined)[];
  const view = () => new DataView(memory.buffer);
  // Descriptors created by dup share one open file, which is closed together with the last of them.
  const closeDescriptor = (descriptor: number): number => {
    const open = fds[descriptor];
    const isShared = open !== undefined && fds.indexOf(open) !== fds.lastIndexOf(open);
    if (!isShared) return (host.wasiImport.fd_close as (descriptor: number) => number)(descriptor);
    fds[descriptor] = undefined;
    return wasi.ERRNO_SUCCESS;
  };
  const calls = {
    ...(host.wasiImport as Record<string, WasiFunction>),
    ...describeTransfers(fds, memory),
    args_sizes_get(countAt: number, sizeAt: number): number {
      const encoder = new TextEncoder();
      const size = options.arguments.reduce((sum, text) => sum + encoder.encode(text).length + 1, 0);
      view().setUint32(countAt, options.arguments.length, true);
      view().setUint32(sizeAt, size, true);
      return wasi.ERRNO_SUCCESS;
    },
    fd_close: closeDescriptor,
    // This call is missing from WASI. It works like dup if `to` is -1, using the lowest free descriptor, and otherwise
    // like dup2.
    fd_dup(from: number, to: number, answerAt: number): number {
      const open = fds[from];
      if (!open || (to !== ANY_DESCRIPTOR && to >= MOST_DESCRIPTORS)) return wasi.ERRNO_BADF;
      const free = fds.includes(undefined) ? fds.indexOf(undefined) : fds.length;
      const descriptor = to === ANY_DESCRIPTOR ? free : to;
      if (descriptor >= MOST_DESCRIPTORS) return wasi.ERRNO_MFILE;
      if (fds[descriptor] === options.directory) return wasi.ERRNO_BUSY;
      if (descriptor !== from && fds[descriptor]) closeDescriptor(descriptor);
      while (fds.length < descriptor) fds.push(undefined);
      fds[descriptor] = open;
      view().setUint32(answerAt, descriptor, true);
      return wasi.ERRNO_SUCCESS;
    },
    path_open(...args: number[]): number {
      if (fds.length >= MOST_DESCRIPTORS && !fds.includes(undefined)) return wasi.ERRNO_MFILE;
      const ret = (host.wasiImport.path_open as (...args: number[]) => number)(...args);
      if (ret === wasi.ERRNO_SUCCESS) reuseDescriptor(fds, view(), args[8]!);
      return ret;
    },
    poll_oneoff(subscriptionAt: number, eventAt: number, count: number, countAt: number): number {
      if (count !== 1) return wasi.ERRNO_NOTSUP;
      const subscription = wasi.Subscription.read_bytes(view(), subscriptionAt);
      if (subscription.eventtype !== wasi.EVENTTYPE_CLOCK) return wasi.ERRNO_NOTSUP;
      // The library reads the flags four bytes early.
      subscription.flags = view().getUint16(subscriptionAt + CLOCK_FLAGS_AT, true);
      options.onSleep?.();
      sleep(subscription);
      new wasi.Event(subscription.userdata, wasi.ERRNO_SUCCESS, subscription.eventtype).write_bytes(
        view(),
        eventAt,
      );
      view().setUint32(countAt, 1, true);
      return wasi.ERRNO_SUCCESS;
    },
    // A shell receives only the lowest eight bits of a status, so all other reports use the same eight bits.
    proc_exit: (status: number) => options.exit(status & 0xff),
    random_get(at: number, size: number): number {
      options.fillRandom(new Uint8Array(memory.buffer, at, size));
      return wasi.ERRNO_SUCCESS;
    },
    sched_yield: () => wasi.ERRNO_SUCCESS,
    proc_raise: () => wasi.ERRNO_NOTSUP,
    sock_recv: () => wasi.ERRNO_NOTSUP,
    sock_send: () => wasi.ERRNO_NOTSUP,
    sock_shutdown: () => wasi.ERRNO_NOTSUP,
    sock_accept: () => wasi.ERRNO_NOTSUP,
  } as Record<string, WasiFunction>;
  if (options.clockMs !== undefined) options.directory.stopClock(options.clockMs);
  const timed = options.clockMs === undefined ? calls : withStandingClock(calls, options.clockMs, view);
  return guardCalls(memory, options.onFileChange ? withNotes(timed, options.onFileChange) : timed);
}

const WHOLE_CHANGES = ['fd_close', 'path_rename', 'path_link', 'path_unlink_file'];
const CHANGES = ['fd_write', 'fd_pwrite', 'fd_filestat_set_size'];

/** Wraps calls so that they report that files may have changed. */
function withNotes(
  calls: Record<string, WasiFunction>,
  onFileChange: (isWhole: boolean) => void,
): Record<string, WasiFunction> {
  const noted = [...WHOLE_CHANGES, ...CHANGES].map((name): [string, WasiFunction] => {
    const call = calls[name]!;
    const isWhole = WHOLE_CHANGES.includes(name);
    return [
      name,
      (...args: never[]) => {
        const ret = call(...args);
        onFileChange(isWhole);
        return ret;
      },
    ];
  });
  return { ...calls, ...Object.fromEntries(noted) };
}

// In POSIX, open returns the lowest free descriptor, but the library always appends a new one.
function reuseDescriptor(fds: (Fd | undefined)[], view: DataView, openedAt: number): void {
  const opened = fds.pop();
  const free = fds.indexOf(undefined);
  const descriptor = free === -1 ? fds.length : free;
  fds[descriptor] = opened;
  view.setUint32(openedAt, descriptor, true);
}

function sleep(subscription: wasi.Subscription): void {
  const absolute = (subscription.flags & wasi.SUBCLOCKFLAGS_SUBSCRIPTION_CLOCK_ABSTIME) !== 0;
  const nowMs = subscription.clockid === wasi.CLOCKID_REALTIME ? Date.now() : performance.now();
  const durationMs = Number(subscription.timeout) / 1e6 - (absolute ? nowMs : 0);
  waitQuietly(durationMs);
}
