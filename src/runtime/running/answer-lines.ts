// Sends each answer, with its standard error, from the worker to the page as a line of JSON. JSON has neither NaN nor
// infinities, so they are sent as strings.
import type { PrintedAnswer } from '../../uncertainty/core/value-figures.ts';

export function encodeAnswer(answer: PrintedAnswer): Uint8Array {
  const spell = (_key: string, value: unknown) =>
    typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
  return new TextEncoder().encode(`${JSON.stringify(answer, spell)}\n`);
}

/** Parses lines as they arrive. A chunk may end in the middle of a line. */
export function createAnswerReader(take: (answer: PrintedAnswer) => void): (bytes: Uint8Array) => void {
  const decoder = new TextDecoder();
  let held = '';
  return (bytes) => {
    const lines = (held + decoder.decode(bytes, { stream: true })).split('\n');
    held = lines.pop()!;
    for (const line of lines) {
      const answer = JSON.parse(line) as PrintedAnswer;
      take({ ...answer, value: Number(answer.value), error: Number(answer.error) });
    }
  };
}
