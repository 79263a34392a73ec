// Shows a progress line on a terminal: each message overwrites the line, which is removed at the end. Prints nothing if
// there is no terminal.
import { printableLine } from '../../../errors/printable-text.ts';

export function createStatusLine(): { show(line: string): void; clear(): void } {
  const isWatched = Boolean(process.stdout.isTTY && process.stderr.isTTY);
  let shown = '';
  return {
    show(line) {
      if (!isWatched || line === shown) return;
      const cut = printableLine(line).slice(0, Math.max(20, (process.stderr.columns ?? 80) - 1));
      process.stderr.write(`\r${cut.padEnd(shown.length)}`);
      shown = cut;
    },
    clear() {
      if (shown !== '') process.stderr.write(`\r${' '.repeat(shown.length)}\r`);
      shown = '';
    },
  };
}
