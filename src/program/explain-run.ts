// The library's `explain`: finds the origins of the printed values' spread.
import { type Budget, explainTrace } from '../budget/explain-trace.ts';
import { HazeError } from '../errors/haze-error.ts';
import type { SourceFiles } from '../toolchain/sources/source-files.ts';
import { checkSources } from './check-options.ts';
import type { RunResult } from './run-options.ts';

/** Options of `explain`. */
export interface ExplainOptions {
  /** The program's files by path, or the text of its only file. Source names are read from this text. */
  readonly sources?: string | SourceFiles;
}

const NO_VALUES =
  'The program printed no value with a distribution, so there is nothing to explain. Make inputs uncertain, for example with ' +
  'UxHwDoubleGaussDist(5, 0.02) from <uxhw.h> (in Fortran ux_gauss(5d0, 0.02d0) from module uxhw), or give it Ux text to read, ' +
  'and print what is computed from them with printf, std::cout or write.';

/**
 * Computes the uncertainty budget of every printed value from the draws of one run. Contributions are parts of the
 * variance (Sobol' indices, from 0 to 1).
 *
 * @param result of a run with `trace: true`
 * @param options the program's text, for the names of sources
 * @throws HazeError `untraced-run` for a run without `trace`, `no-values` when it printed no distribution, `usage`
 * @example
 * ```ts
 * import { build, explain, run } from 'haze';
 * const text = `#include <stdio.h>
 * #include <uxhw.h>
 * int main(void) {
 *   double voltage = UxHwDoubleUniformDist(3, 5);
 *   printf("power: %lf W", 3 * voltage);
 * }`;
 * const built = await build(text, { debug: true });
 * if (!built.ok) throw new Error(built.log);
 * const result = await run(built.module, { core: 'C0-Joint', trace: true });
 * const [{ label, contributions }] = explain(result, { sources: text }).values;
 * console.log(label, contributions[0].source.name, contributions[0].total.toFixed(2)); // power voltage 1.00
 * ```
 */
export function explain(result: RunResult, options: ExplainOptions = {}): Budget {
  const { trace, inputs } = checkResult(result);
  const { sources = {} } = checkExplainOptions(options);
  checkSources(sources, 'explain');
  if (!trace || !inputs) {
    throw new HazeError(
      'untraced-run',
      'This run did not record its draws. Run the program with trace: true on C0-Joint, a core whose name ends in "+", or C0-Reference.',
    );
  }
  checkValues(trace);
  const { stdout, values: figures } = result;
  return explainTrace(trace, { sources: readTexts(sources, trace), inputs, stdout, figures });
}

function checkResult(result: RunResult): RunResult {
  if (typeof result === 'object' && result !== null && !(result instanceof Promise)) return result;
  throw new HazeError(
    'usage',
    'explain needs the result of a run: explain(await run(module, { trace: true })).',
  );
}

function checkExplainOptions(options: ExplainOptions): ExplainOptions {
  if (typeof options === 'object' && options !== null) return options;
  throw new HazeError('usage', 'explain: options must be an object, such as { sources: text }.');
}

/** @throws HazeError `no-values`, whose message explains how to print values */
export function checkValues({ values }: NonNullable<RunResult['trace']>): void {
  if (values.length === 0) throw new HazeError('no-values', NO_VALUES);
}

/** Texts of a traced program's files, by path; a single file gets its name from the build. */
export function readTexts(
  sources: NonNullable<ExplainOptions['sources']>,
  trace: NonNullable<RunResult['trace']>,
): Record<string, string> {
  if (typeof sources !== 'string') {
    const files = sources instanceof Map ? [...sources] : Object.entries(sources);
    return Object.fromEntries(
      files.map(([path, text]) => [path, typeof text === 'string' ? text : decode(text)]),
    );
  }
  // A single file is named by the build.
  const [file] = [...trace.sources, ...trace.values].flatMap(({ calls }) => calls.map((call) => call.file));
  return file === undefined ? {} : { [file]: sources };
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
