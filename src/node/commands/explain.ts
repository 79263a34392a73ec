// `haze explain FILE…`: builds a program with debug lines, runs it once on a core that tracks correlation, or many
// times on a Reference core, and prints the sources of the spread of every printed value.
import type { Report } from '../../budget/reports/report-rows.ts';
import { writeReport } from '../../budget/reports/write-report.ts';
import { HazeError } from '../../errors/haze-error.ts';
import { explain } from '../../program/explain-run.ts';
import { laneOptions, programOptions } from '../options/program-options.ts';
import { readOptions } from '../options/read-options.ts';
import { allOptions } from '../settings/server-options.ts';
import { chooseCore } from './programs/choose-core.ts';
import { tellMissed } from './programs/missed-files.ts';
import { maybePrepareRun, programWords } from './programs/prepare-run.ts';

const OPTIONS = {
  ...programWords,
  json: { type: 'boolean' },
  csv: { type: 'boolean' },
  markdown: { type: 'boolean' },
  latex: { type: 'boolean' },
} as const;

/** Lanes that fill their space best; see docs/budget.md. */
const DEFAULT_CORE = 'C0-Joint';

/** @throws HazeError `usage`, `untracked-core`, and those of building and running */
export async function runExplainCommand(words: readonly string[]): Promise<number> {
  const read = await readOptions({
    words,
    table: { ...programOptions, ...laneOptions },
    known: allOptions,
    own: OPTIONS,
  });
  const { values: shared, own: values, sources } = read;
  const report = chooseReport(values);
  // A core set for all runs may track nothing: only a core on this command line counts.
  const said = sources.core === 'command line' ? shared.core : undefined;
  const core = chooseCore(said ?? DEFAULT_CORE, shared.lanes, sources.lanes === 'command line');
  const prepared = await maybePrepareRun(read, { debug: true });
  if (!prepared) return 1;
  const result = await prepared.haze.run(prepared.built.module, {
    ...prepared.options,
    core,
    ...(shared.runs === undefined ? {} : { runs: shared.runs }),
    inheritStdin: true,
    trace: true,
    onStderr: (bytes) => process.stderr.write(bytes),
  });
  tellMissed(result, read);
  // Explains also the values that a stopped program printed; stderr has the reason of the stop.
  const budget = explain(result, { sources: Object.fromEntries(prepared.sources) });
  process.stdout.write(writeReport(budget, report));
  return result.exitStatus;
}

function chooseReport(values: Readonly<Partial<Record<Report, boolean>>>): Report {
  const forms = (['json', 'csv', 'markdown', 'latex'] as const).filter((form) => values[form]);
  if (forms.length < 2) return forms[0] ?? 'table';
  throw new HazeError('usage', `--${forms[0]} and --${forms[1]} are two forms of one report. Choose one.`);
}
