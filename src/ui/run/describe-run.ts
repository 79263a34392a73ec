// A run in words and figures: what is going on now, how it ended, what it took.
import { lastMessage } from '../service/service-records.ts';
import type { RunState } from './run-state.ts';

export interface DownloadProgress {
  readonly doneBytes: number;
  readonly totalBytes: number;
}

/** Bytes in the unit that a person would choose. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1e6) return `${(bytes / 1000).toFixed(bytes < 1e4 ? 1 : 0)} kB`;
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 2 : 1)} MB`;
}

/** Milliseconds, or seconds from one second on. */
export function formatTime(timeMs: number): string {
  return timeMs < 1000 ? `${Math.round(timeMs)} ms` : `${(timeMs / 1000).toFixed(timeMs < 1e4 ? 2 : 1)} s`;
}

function formatCount(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

function describeOutput({ lines, bytes }: RunState): string {
  return `${formatCount(lines, 'line')}, ${formatBytes(bytes)}`;
}

/** The headline of a run. */
export function describePhase(state: RunState, download: DownloadProgress | undefined): string {
  switch (state.phase) {
    case 'idle':
      return 'Ready.';
    case 'sending':
      return 'Sending the program to the service';
    case 'building': {
      if (download && download.doneBytes < download.totalBytes) {
        return `Downloading the compiler: ${formatBytes(download.doneBytes)} of ${formatBytes(download.totalBytes)}`;
      }
      return `Building (${state.build?.Status.toLowerCase() ?? 'waiting'})`;
    }
    case 'running':
      return `Running: ${describeOutput(state)}`;
    case 'ended':
      return describeEnd(state);
  }
}

function describeEnd(state: RunState): string {
  const { outcome, task, problem } = state;
  switch (outcome) {
    case 'completed':
      return `Completed, exit status ${task?.ExitCode ?? 0}`;
    case 'build-failed':
      return 'The program does not build';
    case 'cancelled':
      return 'Stopped by you';
    case 'stopped':
      return `Ended: ${task ? lastMessage(task) : 'stopped'}`;
    default:
      return `It did not run. ${problem ?? ''}`.trim();
  }
}

/** Stands where a figure is not known yet. */
const UNKNOWN = '–';

/** Time that goes on, in whole seconds; nothing in the first. */
export function formatClock(timeMs: number): string {
  const seconds = Math.floor(timeMs / 1000);
  if (seconds < 1) return UNKNOWN;
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Name and value of everything that is measured, each in a place of its own from the start: what comes later moves nothing. */
export function listFigures(
  state: RunState,
  nowMs = performance.now(),
): readonly (readonly [string, string])[] {
  const { build, task, tookMs, phase, startedMs } = state;
  if (phase === 'idle') return [];
  const going = phase === 'ended' ? UNKNOWN : formatClock(nowMs - startedMs);
  const built = build?.Stats;
  const ran = task?.Stats;
  return [
    ['in all', tookMs === undefined ? going : formatTime(tookMs)],
    ['build', built ? formatTime(built.BuildTimeInMilliseconds) : UNKNOWN],
    ['module', built ? formatBytes(built.BuildSizeInBytes) : UNKNOWN],
    ['run', ran ? formatTime(ran.ExecutionTimeInMilliseconds) : UNKNOWN],
    ['core calls', ran ? ran.DynamicInstructions.toLocaleString('en') : UNKNOWN],
    ['output', phase === 'ended' && task ? describeOutput(state) : UNKNOWN],
  ];
}
