// A command's lines on stderr.
import { printable } from '../../errors/printable-text.ts';

/** Writes a message from the command; control characters in it, such as those in a file name, are escaped. */
export function printMessage(message: string): void {
  process.stderr.write(`haze: ${printable(message)}\n`);
}
