// The records of the REST interface, as far as this page reads them.
export type { Diagnostic, FixIt } from '../../client/index.ts';

export interface Core {
  readonly CoreID: string;
  readonly Name: string;
  readonly Owner: string;
  readonly Class: string;
  readonly Microarchitecture: string;
  readonly CorrelationTracking: string;
  /** Bytes. */
  readonly MemorySize: number;
  readonly Precision: number;
  /** Aligned samples of a value; absent where the core keeps the usual number or none. */
  readonly LaneCount?: number;
}

export interface StatusTransition {
  readonly Status: string;
  readonly Timestamp: number;
  readonly Message: string;
}

interface Job {
  readonly Status: string;
  readonly StatusTransitions: readonly StatusTransition[];
}

export interface Build extends Job {
  readonly BuildID: string;
  readonly Stats?: { readonly BuildTimeInMilliseconds: number; readonly BuildSizeInBytes: number };
}

export interface StreamSummary {
  readonly SizeInBytes: number;
}

export interface Task extends Job {
  readonly TaskID: string;
  readonly BuildID: string;
  /** What the program has written so far; absent until it has begun. */
  readonly Streams?: { readonly Stdout: StreamSummary; readonly Stderr: StreamSummary };
  readonly ExitCode?: number;
  readonly Stats?: {
    readonly DynamicInstructions: number;
    /** Seconds. */
    readonly ProcessorTime: number;
    readonly ExecutionTimeInMilliseconds: number;
  };
}

export interface TaskOutputs {
  readonly Stdout?: string;
  readonly Stderr?: string;
  readonly StdoutChunks: readonly string[];
  /** Absent when the program has written nothing to stderr. */
  readonly StderrChunks?: readonly string[];
}

export interface DataSource {
  readonly Location: string;
  readonly ResourceID: string;
  readonly ResourceType: string;
}

const ENDED = ['Completed', 'Cancelled', 'Stopped'];

/** Whether nothing follows this status. */
export function hasEnded({ Status }: Job): boolean {
  return ENDED.includes(Status);
}

/** Why the job is in the state it is in, in one line. */
export function lastMessage({ StatusTransitions }: Job): string {
  return StatusTransitions.at(-1)?.Message ?? '';
}
