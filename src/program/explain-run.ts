// The library's `explain`: the origin of the spread of printed values.
import { type Budget, explainTrace } from '../budget/explain-trace.ts';
import { HazeError } from '../errors/haze-error.ts';
import type { SourceFiles } from '../toolchain/sources/source-files.ts';
import { checkSources } from './check-options.ts';
import type { RunResult } from './run-options.ts';

export interface ExplainOptions {
  /** The program's files by path, or the text of its one file: names of sources are read from them. */
  readonly sources?: string | SourceFiles;
}

const NO_VALUES =
  'The program printed no value with a distribution, so there is nothing to explain. Make inputs uncertain, such as ' +
  'UxHwDoubleGaussDist(5, 0.02) of <uxhw.h> (in Fortran ux_gauss(5d0, 0.02d0) of module uxhw), or give it Ux text to read, ' +
  'and print what is computed from them with printf, std::cout or write.';

/**
 * The uncertainty budget of every value that a run printed: computed from the draws of that one run.
 *
 * @throws HazeError `untraced-run` when the run was not asked to keep its draws, `no-values` when it printed no distribution
 * @example
 * const built = await build(text, { debug: true });
 * if (built.ok) console.log(explain(await run(built.module, { core: 'C0-Joint', trace: true }), { sources: text }).values);
 */
export function explain(result: RunResult, options: ExplainOptions = {}): Budget {
  const { trace, inputs } = checkResult(result);
  const { sources = {} } = checkExplainOptions(options);
  checkSources(sources, 'explain');
  if (!trace || !inputs) {
    throw new HazeError(
      'untraced-run',
      'This run kept no draws. Run the program with trace: true on C0-Joint, a core whose name ends in "+", or C0-Reference.',
    );
  }
  checkValues(trace);
  return explainTrace(trace, { sources: readTexts(sources, trace), inputs, stdout: result.stdout });
}

function checkResult(result: RunResult): RunResult {
  if (typeof result === 'object' && result !== null && !(result instanceof Promise)) return result;
  throw new HazeError(
    'usage',
    'explain takes the result of a run: explain(await run(module, { trace: true })).',
  );
}

function checkExplainOptions(options: ExplainOptions): ExplainOptions {
  if (typeof options === 'object' && options !== null) return options;
  throw new HazeError('usage', 'explain: options are an object, such as { sources: text }.');
}

/** @throws HazeError `no-values`, whose message explains how to print values */
export function checkValues({ values }: NonNullable<RunResult['trace']>): void {
  if (values.length === 0) throw new HazeError('no-values', NO_VALUES);
}

/** The texts of a traced program's files by path; a lone text has the name that the build gave it. */
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
  // The lone file has the name that the build gave it.
  const [file] = [...trace.sources, ...trace.values].flatMap(({ calls }) => calls.map((call) => call.file));
  return file === undefined ? {} : { [file]: sources };
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
