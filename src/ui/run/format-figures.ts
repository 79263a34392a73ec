// Times and sizes of a run, as people read them.

/** Stands where a figure is not known yet. */
export const UNKNOWN = '–';

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

/** How long something took, in as many digits as one cares for: `0.04 s`, `0.3 s`, `12 s`, `2:05 min`. */
export function formatDuration(timeMs: number): string {
  const seconds = timeMs / 1000;
  if (seconds < 0.095) return `${Math.max(0.01, seconds).toFixed(2)} s`;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  return seconds < 59.5 ? `${Math.round(seconds)} s` : `${formatClock(Math.round(seconds) * 1000)} min`;
}

/** Time that goes on, in whole seconds; nothing in the first. */
export function formatClock(timeMs: number): string {
  const seconds = Math.floor(timeMs / 1000);
  if (seconds < 1) return UNKNOWN;
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
