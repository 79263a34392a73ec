// Builds and runs programs on C0-Reference, for tests.
import type { BuildOptions, Haze, RunOptions } from '../../src/node/library.ts';
import type { ReferenceOutcome } from '../../src/reference/crew/run-reference.ts';
import { createKeptHaze } from '../kept/kept-haze.ts';

export interface ReferenceResult extends Pick<ReferenceOutcome, 'message' | 'figures' | 'values'> {
  readonly exitStatus: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A compiler that stays loaded, and a function that runs the compiled programs. */
export function openReference() {
  const haze: Haze = createKeptHaze();
  const build = async (source: string, options: BuildOptions = {}): Promise<Uint8Array> => {
    const built = await haze.build(source, { language: 'C', ...options });
    if (!built.ok) throw new Error(built.log);
    return built.module;
  };
  const run = async (module: Uint8Array, options: RunOptions = {}): Promise<ReferenceResult> => {
    const result = await haze.run(module, { core: 'C0-Reference', ...options });
    return { ...result, ...result.reference! };
  };
  return {
    build,
    run,
    runSource: async (
      source: string,
      { language = 'C', ...options }: RunOptions & { language?: string } = {},
    ) => run(await build(source, { language }), options),
  };
}

/** A C program with the given body of main and the most common includes. */
export function mainOf(body: string): string {
  return `#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <uxhw.h>\nint main(int argc, char **argv) {\n${body}\nreturn 0;\n}\n`;
}
