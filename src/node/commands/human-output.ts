// A program's output for people: every printed distribution as number ± standard deviation and a small density, the Ux
// text left out. Plain values lose their Ux text and nothing else.
import { type FoundUx, findUx } from '../../uncertainty/ux-text.ts';
import { drawSparkline, formatNumber, standardDeviation } from './text-density.ts';

const SPARKLINE_WIDTH = 16;

/** Takes output as it comes and passes on whole lines. */
export function createHumanWriter(write: (text: string) => void) {
  const decoder = new TextDecoder();
  let held = '';
  return {
    write(bytes: Uint8Array): void {
      held += decoder.decode(bytes, { stream: true });
      const end = held.lastIndexOf('\n') + 1;
      if (end > 0) write(shortenUx(held.slice(0, end)));
      held = held.slice(end);
    },
    end(): void {
      write(shortenUx(held + decoder.decode()));
      held = '';
    },
  };
}

/** The text with every Ux value shortened. */
export function shortenUx(text: string): string {
  let at = 0;
  let shown = '';
  for (const found of findUx(text)) {
    shown += text.slice(at, found.start) + describeValue(found);
    at = found.end;
  }
  return shown + text.slice(at);
}

function describeValue({ decimal, value }: FoundUx): string {
  const deviation = standardDeviation(value);
  if (value.count === 0 || deviation === 0) return decimal || formatNumber(value.mean, 7);
  const line = drawSparkline(value, SPARKLINE_WIDTH);
  return `${decimal || formatNumber(value.mean, 7)} ± ${formatNumber(deviation, 3)} ${line}`.trimEnd();
}
