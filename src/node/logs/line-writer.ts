// Log lines on a stream that may stop accepting data, for example because the disk is full or the reader is gone. Lines
// may be lost, but the service continues, and no queue in memory grows without bound.

/**
 * Writes lines to a stream of the process, synchronously on POSIX. Stream errors are never fatal.
 * @param tellLoss receives the number of lost lines once the stream accepts lines again
 */
export function createLineWriter(
  stream: NodeJS.WriteStream,
  tellLoss: (lines: number) => void,
): (line: string) => void {
  stream.on('error', () => undefined);
  let lost = 0;
  return (line) => {
    // The first lost line may have been partly written.
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
