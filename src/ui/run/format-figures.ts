// Formats a run's times and sizes for readers.
import type { ElementWords } from '../../docs/words/element-words.ts';

/** Placeholder for an unknown figure. */
export const UNKNOWN = '–';

/** Formats bytes in a suitable unit. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1e6) return `${(bytes / 1000).toFixed(bytes < 1e4 ? 1 : 0)} kB`;
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 2 : 1)} MB`;
}

/** A language's vocabulary for times. */
export type TimeWords = Pick<ElementWords, 'number' | 'milliseconds' | 'seconds' | 'minutes'>;

const ENGLISH: TimeWords = {
  number: (value, decimals = 0, wholeDigits = 1) =>
    value.toFixed(decimals).padStart(decimals === 0 ? wholeDigits : 0, '0'),
  milliseconds: (count) => `${count} ms`,
  seconds: (count) => `${count} s`,
  minutes: (clock) => `${clock} min`,
};

/** Formats a time in milliseconds, or in seconds if it is one second or longer. */
export function formatTime(timeMs: number, words = ENGLISH): string {
  if (timeMs < 1000) return words.milliseconds(words.number(timeMs));
  return words.seconds(words.number(timeMs / 1000, timeMs < 1e4 ? 2 : 1));
}

/** Formats a duration with its significant digits: `0.04 s`, `0.3 s`, `12 s`, `2:05 min`. */
export function formatDuration(timeMs: number, words = ENGLISH): string {
  const seconds = timeMs / 1000;
  if (seconds < 0.095) return words.seconds(words.number(Math.max(0.01, seconds), 2));
  if (seconds < 9.95) return words.seconds(words.number(seconds, 1));
  const whole = Math.round(seconds);
  if (seconds < 59.5) return words.seconds(words.number(whole));
  return words.minutes(`${words.number(Math.floor(whole / 60))}:${words.number(whole % 60, 0, 2)}`);
}

/** Formats elapsed time in whole seconds; '' during the first second. */
export function formatClock(timeMs: number): string {
  const seconds = Math.floor(timeMs / 1000);
  if (seconds < 1) return UNKNOWN;
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
