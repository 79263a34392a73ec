// Lines of a log on a stream that may have no room: a full disk, a reader that went away. The log may be lost, the
// service may not, and nothing waits in memory without end.

/**
 * Writes lines to a stream of the process, which are synchronous on POSIX. Errors of it end nothing.
 * @param tellLoss takes how many lines had no room, as soon as others have
 */
export function createLineWriter(
  stream: NodeJS.WriteStream,
  tellLoss: (lines: number) => void,
): (line: string) => void {
  stream.on('error', () => undefined);
  let lost = 0;
  return (line) => {
    // The first that had no room may have been cut short.
    stream.write(`${lost > 0 ? '\n' : ''}${line}\n`, (error) => {
      if (error) {
        lost += 1;
      } else if (lost > 0) {
        const lines = lost;
        lost = 0;
        tellLoss(lines);
      }
    });
  };
}
