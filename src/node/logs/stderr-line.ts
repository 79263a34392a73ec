// Lines of a command on stderr.
import { printable } from '../../errors/printable-text.ts';

/** Writes a message of the command; control characters in it, such as those of a file's name, are escaped. */
export function printMessage(message: string): void {
  process.stderr.write(`haze: ${printable(message)}\n`);
}
