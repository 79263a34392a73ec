// Text about a run: state, outcome, figures.
import { lastMessage } from '../service/service-records.ts';
import { formatBytes, formatClock, formatDuration, formatTime, UNKNOWN } from './format-figures.ts';
import type { RunState } from './run-state.ts';

export interface DownloadProgress {
  readonly doneBytes: number;
  readonly totalBytes: number;
}

function describeOutput({ lines, bytes }: RunState): string {
  return `${lines.toLocaleString('en')} line${lines === 1 ? '' : 's'}, ${formatBytes(bytes)}`;
}

/** A run's headline. */
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
      return 'Building…';
    }
    case 'running':
      return `Running: ${describeOutput(state)}`;
    case 'ended':
      return describeEnd(state);
  }
}

function describeEnd(state: RunState): string {
  const { outcome, task, diagnostics, problem, tookMs = 0 } = state;
  const took = formatDuration(tookMs);
  switch (outcome) {
    case 'completed':
      return `Completed in ${took}`;
    case 'build-failed':
      // The compiler's messages are shown below.
      return `The program does not build${diagnostics.length > 0 || !problem ? '' : `: ${problem}`}`;
    case 'cancelled':
      return `Stopped by you after ${took}`;
    case 'stopped':
      return `Ended after ${took}: ${task ? lastMessage(task) : 'stopped'}`;
    default:
      return `It did not run. ${problem ?? ''}`.trim();
  }
}

/**
 * Names and values of all figures. Space is reserved for each figure from the start, so that nothing moves when a
 * figure arrives late.
 */
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
    ['Total', tookMs === undefined ? going : formatTime(tookMs)],
    ['Build', built ? formatTime(built.BuildTimeInMilliseconds) : UNKNOWN],
    ['Module', built ? formatBytes(built.BuildSizeInBytes) : UNKNOWN],
    ['Run', ran ? formatTime(ran.ExecutionTimeInMilliseconds) : UNKNOWN],
    ['Core calls', ran ? ran.DynamicInstructions.toLocaleString('en') : UNKNOWN],
    ['Output', phase === 'ended' && task ? describeOutput(state) : UNKNOWN],
  ];
}
