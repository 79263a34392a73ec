// Output for people as it comes, line by line: distributions shortened.
import { shortenUx } from '../../../plot/distributions/shorten-ux.ts';

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
