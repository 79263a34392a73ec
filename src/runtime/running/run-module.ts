// Runs a rewritten program to completion in the current thread, combining memory, system, core and hooks. The thread is
// busy until the program finishes, so hosts run this code in a worker. run-program.ts enforces the time limits.
import type { Core, Operand } from '../../uncertainty/core/core.ts';
import { createRandom } from '../../uncertainty/core/random.ts';
import type { PrintedAnswer } from '../../uncertainty/core/value-figures.ts';
import { createCore } from '../../uncertainty/cores/create-core.ts';
import type { SharedKernels } from '../../uncertainty/kernels/shared-kernels.ts';
import type { PlaceValues } from '../../uncertainty/sources/place-values.ts';
import type {
  CoarseRun,
  DecisionNews,
  DecisionReport,
  MixedRun,
} from '../../uncertainty/sources/run-decisions.ts';
import type { RunTrace } from '../../uncertainty/sources/run-trace.ts';
import type { SourceReport } from '../../uncertainty/sources/source-settings.ts';
import { bindCore, type CoreImports, type Questions } from '../core/core-imports.ts';
import { keepFileChanges, openFileRoom } from '../core/core-room.ts';
import { DecisionNotes } from '../core/decision-notes.ts';
import { DrawFollowing } from '../core/draw-following.ts';
import { FigureNotes } from '../core/figure-notes.ts';
import { NoticeNames } from '../core/notice-names.ts';
import { PlaceNotes } from '../core/place-notes.ts';
import { openMakers, SourceGate } from '../core/source-gate.ts';
import { checkArguments } from '../preparing/check-arguments.ts';
import { checkContract } from '../preparing/check-contract.ts';
import { admitProgram } from '../preparing/instantiate-program.ts';
import { createProgramMemory } from '../preparing/memory-limits.ts';
import type { InputSource } from '../wasi/streams.ts';
import { createWasiImports } from '../wasi/wasi-host.ts';
import { type FileMap, openWorkingDirectory } from '../wasi/working-directory.ts';
import {
  callLikelihood,
  endByItself,
  endWithFiles,
  explainEnd,
  maybeHeapEnd,
  outputEnd,
} from './abnormal-ends.ts';
import { recordsUntilCollection } from './collection-schedule.ts';
import { FileMirror } from './file-mirror.ts';
import type { FileNews } from './mirrored-files.ts';
import type { ProgramStart } from './run-messages.ts';
import type { RunEnd, RunOutcome } from './run-outcome.ts';
import type { RunSettings } from './run-settings.ts';
import { RunTracing, readFrames } from './run-tracing.ts';
import { createTrap } from './uncatchable.ts';

/** Number of bytes that one delta of a distribution takes up in a core's memory. */
const BYTES_PER_DELTA = 16;

export interface RunModuleRequest
  extends RunSettings,
    Pick<ProgramStart, 'module' | 'core' | 'arguments' | 'seed' | 'outputLimitBytes'> {
  readonly files: FileMap;
}

export interface RunModuleHost {
  readonly kernels: WebAssembly.Module;
  /** The same kernels in a memory that is shared with a helper. */
  readonly shared?: SharedKernels;
  readonly stdin: InputSource;
  /** Called when everything is ready and the program begins. A task's time counts from this call. */
  readonly onStart?: () => void;
  /** Called before the program sleeps. */
  readonly onSleep?: () => void;
  /** Receives changed files while the program runs. */
  readonly takeFiles?: (news: FileNews) => void;
  /** Receives decisions on which draws disagree, while the program runs. */
  readonly takeNews?: (news: DecisionNews) => void;
  /** Receives answers with their errors, each before its text is printed. */
  readonly takeAnswer?: (answer: PrintedAnswer) => void;
  readonly writeStdout: (bytes: Uint8Array) => void;
  readonly writeStderr: (bytes: Uint8Array) => void;
}

/** Runs a program. The outcome reports faults of the program; the reason is also the last line on its stderr. */
export function runModule(request: RunModuleRequest, host: RunModuleHost): RunOutcome {
  const run = new Run(request, host);
  const end = run.execute();
  const tell = (text: string) => run.tellEnding(text);
  if (end.kind === 'stopped') tell(end.message);
  const { problem, ...changes } = run.fileChanges();
  if (problem !== undefined) tell(problem);
  for (const name of run.missingSources())
    tell(`this run did not create the source ${name}, so changing it had no effect`);
  const trace = run.trace();
  const places = end.kind === 'exited' ? run.places() : undefined;
  const sources = run.sources();
  const decisions = run.decisions();
  const mixed = run.mixed();
  const coarse = run.coarse();
  const printed = run.printed();
  return {
    end: endWithFiles(end, problem),
    statistics: run.statistics(),
    ...changes,
    ...(trace ? { trace } : {}),
    ...(places ? { places } : {}),
    ...(sources ? { sources } : {}),
    ...(decisions ? { decisions } : {}),
    ...(mixed ? { mixed } : {}),
    ...(printed ? { printed } : {}),
    ...(coarse ? { coarse } : {}),
  };
}

class Run {
  readonly #request: RunModuleRequest;
  readonly #host: RunModuleHost;
  readonly #room;
  readonly #directory;
  readonly #trap = createTrap();
  readonly #tracing: RunTracing | undefined;
  readonly #following: DrawFollowing | undefined;
  readonly #figures: FigureNotes | undefined;
  readonly #names = new NoticeNames((text) => this.#notice(text));
  #decisions: DecisionNotes | undefined;
  #places: PlaceNotes | undefined;
  #memory: WebAssembly.Memory | undefined;
  #core: Core | undefined;
  #coreImports: CoreImports | undefined;
  #gate: SourceGate | undefined;
  #end: RunEnd | undefined;
  /** Undefined until the program begins, because a rejected module has no running time. */
  #startMs: number | undefined;
  #endMs = 0;

  constructor(request: RunModuleRequest, host: RunModuleHost) {
    this.#request = request;
    this.#host = host;
    const isWatched = request.followsDraws || request.accuracy !== undefined;
    this.#following = isWatched ? new DrawFollowing((news) => host.takeNews?.(news)) : undefined;
    this.#figures =
      request.figures || request.answers
        ? new FigureNotes({ keepsAll: request.figures ?? false, onAnswer: this.#answerTaker() })
        : undefined;
    this.#tracing = request.trace ? new RunTracing() : undefined;
    this.#room = openFileRoom(
      request.core,
      () => this.#heldBytes(),
      (text) => this.#notice(text),
    );
    this.#directory = openWorkingDirectory(request.files, this.#room);
  }

  execute(): RunEnd {
    let instance: WebAssembly.Instance | undefined;
    try {
      checkArguments(this.#request.arguments);
      instance = this.#instantiate();
      this.#startMs = performance.now();
      this.#host.onStart?.();
      (instance.exports._start as () => void)();
      this.#end ??= { kind: 'exited', exitStatus: 0 };
    } catch (error) {
      this.#end ??= explainEnd(error, instance);
      if (this.#end.kind === 'stopped') this.#flush(instance);
    }
    this.#endMs = performance.now();
    this.#names.finish();
    return this.#end;
  }

  statistics() {
    return {
      executionTimeMs: this.#endMs - (this.#startMs ?? this.#endMs),
      hookCalls: this.#coreImports?.countCalls() ?? 0,
      records: this.#core?.recordsCreated ?? 0,
    };
  }

  /** The program's changes to its files, or the reason why they are not saved. */
  fileChanges() {
    return keepFileChanges(this.#request.core, this.#directory, this.#request.files);
  }

  /** Trace of sources and printed values, if the run is traced. */
  trace(): RunTrace | undefined {
    return this.#tracing?.finish();
  }

  /** Values by place, if the run lists values. */
  places(): PlaceValues | undefined {
    return this.#places?.finish();
  }

  /** Report on the distributions that the run created, if requested. */
  sources(): SourceReport | undefined {
    return this.#request.sources?.isListed ? this.#gate?.report() : undefined;
  }

  /** Names of overridden sources that were never created. */
  missingSources(): readonly string[] {
    return this.#gate?.missing() ?? [];
  }

  /** Decisions on which draws disagree. */
  decisions(): DecisionReport | undefined {
    const report = this.#request.ignoresDecisions ? undefined : this.#decisions?.report();
    return report && report.decisions.length > 0 ? report : undefined;
  }

  /** Data for following the draws after a mixed decision. */
  mixed(): MixedRun | undefined {
    return this.#following?.finish();
  }

  /** Figures of printed values, if the request asks for them. */
  printed() {
    return this.#request.figures ? this.#figures?.report() : undefined;
  }

  /** Data for refining the run, if a figure is too coarse. */
  coarse(): CoarseRun | undefined {
    return this.#following?.finishCoarse();
  }

  /** Reports how the run ended. */
  tellEnding(text: string): void {
    const pass = (line: string) => this.#writeLine(line);
    if (this.#following) this.#following.end(text, pass);
    else pass(text);
  }

  #notice(text: string): void {
    const pass = (line: string) => this.#writeLine(line);
    if (this.#following) this.#following.notice(text, pass);
    else pass(text);
  }

  #answerTaker() {
    const { takeAnswer } = this.#host;
    const following = this.#following;
    return takeAnswer && following
      ? (answer: PrintedAnswer) => following.answer(answer, takeAnswer)
      : takeAnswer;
  }

  #writeLine(text: string): void {
    this.#host.writeStderr(new TextEncoder().encode(`haze: ${text}\n`));
  }

  /** Memory that the program and its distributions currently use. */
  #heldBytes(): number {
    const records = (this.#core?.recordsAlive ?? 0) * BYTES_PER_DELTA * this.#request.core.Precision;
    return records + (this.#memory?.buffer.byteLength ?? 0);
  }

  #instantiate(): WebAssembly.Instance {
    const { module, compiled, core: spec, seed, laneMemoryLimitBytes, accuracy } = this.#request;
    checkContract(module);
    const instantiateWith = admitProgram(module, compiled);
    const memory = createProgramMemory(module, spec.MemorySize);
    this.#memory = memory;
    // Runs at every operation. Reading a buffer's length, which is 0 after the memory has grown, is cheaper than
    // reading a memory's buffer.
    let { buffer } = memory;
    const guestMemoryBytes = () => {
      if (buffer.byteLength === 0) buffer = memory.buffer;
      return buffer.byteLength + this.#room.usedBytes;
    };
    const onNotice = (text: string, about?: Operand) => this.#names.add(text, about);
    const core = createCore(spec, {
      kernels: this.#host.kernels,
      ...(this.#host.shared ? { shared: this.#host.shared } : {}),
      seed,
      guestMemoryBytes,
      onNotice,
      ...(laneMemoryLimitBytes === undefined ? {} : { laneMemoryLimitBytes }),
      ...(this.#tracing ? { trace: this.#tracing.host } : {}),
      ...(accuracy === undefined
        ? {}
        : { refining: { accuracy, coarse: (excess: number) => this.#following!.coarsen(excess) } }),
    });
    this.#core = core;
    this.#tracing?.watch(core);
    this.#gate = this.#request.sources && new SourceGate(core, this.#request.sources, readFrames);
    const following = this.#following;
    const followed = this.#request.followsDraws ? following : undefined;
    this.#places = this.#request.places ? new PlaceNotes(core, spec) : undefined;
    if (core.decisions && (!this.#request.ignoresDecisions || this.#places))
      this.#decisions = new DecisionNotes(core.decisions, {
        readFrames,
        onMixed: (share) => {
          followed?.mix(this.#figures?.answers());
          this.#places?.decide(share);
        },
        onKept: (decision) => this.#request.ignoresDecisions || this.#host.takeNews?.({ decision }),
      });
    const makers = this.#gate ?? openMakers(core);
    const questions: Questions = followed?.keepAnswers(core) ?? core;
    const random = createRandom(seed ^ 0x5a17n);
    const { mirrorsFiles, files } = this.#request;
    const { takeFiles } = this.#host;
    const mirror = mirrorsFiles && takeFiles && new FileMirror(this.#directory, files, takeFiles);
    let instance: WebAssembly.Instance | undefined;
    this.#coreImports = bindCore({
      core,
      memory,
      salt: random.nextUint32(),
      stop: (error) => this.#stop(explainEnd(error, undefined)),
      heapExhausted: (increment) => this.#refuseHeap(increment),
      recordsUntilCollection: (searchedBytes) =>
        this.#request.collectAlways
          ? 0
          : recordsUntilCollection(spec, {
              recordsAlive: core.recordsAlive,
              guestMemoryBytes: guestMemoryBytes(),
              searchedBytes,
            }),
      callLikelihood: (likelihood, hypothesis) => callLikelihood(instance!, likelihood, hypothesis),
      ...this.#tracing?.notes,
      notePrinted: this.#notePrinted(core),
      sources: followed ? followed.keepMade(makers, core) : makers,
      questions: this.#figures?.keepErrors(questions, core) ?? questions,
      decisions: this.#decisions,
      places: this.#places,
      choices: this.#request.makesChoices ? core.choices : undefined,
      notice: onNotice,
    });
    const system = createWasiImports(
      {
        arguments: ['program', ...this.#request.arguments],
        stdin: following ? following.keepInput(this.#host.stdin) : this.#host.stdin,
        streamKinds: this.#request.streamKinds,
        writeStdout: this.#limit('stdout', this.#host.writeStdout),
        writeStderr: this.#limit('stderr', this.#host.writeStderr),
        directory: this.#directory,
        onSleep: () => this.#host.onSleep?.(),
        // If draws are followed, the files of the run differ from those that the particle's run writes.
        ...(mirror && { onFileChange: (isWhole: boolean) => following?.isMixed || mirror.note(isWhole) }),
        fillRandom: (target) => random.fill(target),
        clockMs: this.#request.clockMs,
        exit: (exitStatus) => this.#stop(endByItself(exitStatus)),
      },
      memory,
    );
    instance = instantiateWith({ memory, core: this.#coreImports.imports, system });
    const word = instance.exports.__ux_site as WebAssembly.Global | undefined;
    if (word) this.#places?.watch(memory, Number(word.value));
    return instance;
  }

  #notePrinted(core: Core) {
    const trace = this.#tracing?.notes.notePrinted;
    return (value: Operand, text: string): void => {
      trace?.(value, text);
      this.#names.notePrinted(value, text);
      this.#figures?.note(core, value, text);
    };
  }

  // Only the first reason is kept. Nothing that the program does while it stops can change it.
  #stop(end: RunEnd): never {
    this.#end ??= end;
    return this.#trap();
  }

  #refuseHeap(incrementBytes: number): void {
    const end = maybeHeapEnd(this.#request.core, incrementBytes);
    if (end) this.#stop(end);
  }

  #limit(stream: 'stdout' | 'stderr', write: (bytes: Uint8Array) => void): (bytes: Uint8Array) => void {
    const limit = this.#request.outputLimitBytes;
    let written = 0;
    const following = this.#following;
    const pass = following ? (bytes: Uint8Array) => following.write(stream, bytes, write) : write;
    return (bytes) => {
      const room = limit - written;
      if (room > 0) {
        const passed = bytes.length > room ? bytes.subarray(0, room) : bytes;
        pass(passed);
        if (stream === 'stdout' && this.#core?.mode === 'tracking') this.#names.write(passed);
      }
      written += bytes.length;
      if (written <= limit || this.#end) return;
      this.#stop(outputEnd(stream, limit));
    };
  }

  #flush(instance: WebAssembly.Instance | undefined): void {
    try {
      (instance?.exports.__ux_flush as (() => void) | undefined)?.();
    } catch {
      // The library was interrupted, so its buffered data are lost, as on any system.
    }
  }
}
