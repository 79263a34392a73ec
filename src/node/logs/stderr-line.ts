// A command's lines on stderr.
import { printable } from '../../errors/printable-text.ts';

const NEWLINE = 10;

/** True if the program's last line on the terminal has no newline yet. */
let isLineOpen = false;

/** Writes a program's output, and remembers whether it ends with a newline on the terminal. */
export function writeOutput(stream: NodeJS.WriteStream, output: string | Uint8Array): void {
  if (stream.isTTY && output.length > 0) {
    const last = output.at(-1);
    isLineOpen = last !== '\n' && last !== NEWLINE;
  }
  stream.write(output);
}

/** Ends the program's last line on the terminal if it has no newline, so that a message does not continue it. */
export function endOpenLine(): void {
  if (isLineOpen && process.stderr.isTTY) process.stderr.write('\n');
  isLineOpen = false;
}

/** Writes a message from the command; control characters in it, such as those in a file name, are escaped. */
export function printMessage(message: string): void {
  endOpenLine();
  process.stderr.write(`haze: ${printable(message)}\n`);
}
