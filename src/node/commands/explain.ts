// `haze explain FILE…`: prints the sources of each printed value's spread. Builds the program with debug lines, and
// runs it once on a core that tracks correlation, or many times on a Reference core.

import type { Report } from '../../budget/reports/report-rows.ts';
import { writeReport } from '../../budget/reports/write-report.ts';
import { usageError } from '../../errors/haze-error.ts';
import { explain } from '../../program/explain-run.ts';
import { DEFAULT_CORE } from '../../uncertainty/core/default-core.ts';
import { switchOption } from '../options/option.ts';
import { laneOptions, programOptions } from '../options/program-options.ts';
import type { ReadOptions } from '../options/read-options.ts';
import { defineCommand } from './command.ts';
import { chooseCore } from './programs/choose-core.ts';
import { tellMissed } from './programs/missed-files.ts';
import { maybePrepareRun, programWords } from './programs/prepare-run.ts';

const shared = {
  ...programOptions,
  core: {
    ...programOptions.core,
    help: 'a core that tracks correlation, or C0-Reference for a budget from many runs',
  },
  ...laneOptions,
} as const;
const own = {
  json: switchOption('print the budgets as JSON instead of a table'),
  csv: switchOption('print the budgets as CSV'),
  markdown: switchOption('print the budgets as Markdown'),
  latex: switchOption('print the budgets as LaTeX'),
  ...programWords,
} as const;

export const explainCommand = defineCommand({
  usage: [
    [
      'haze explain FILE…',
      "show the origin of each printed value's spread: its budget by source (docs/budget.md)",
    ],
  ],
  shared,
  own,
  run: runExplain,
});

/** @throws HazeError `usage`, `untracked-core`, and the errors of building and running */
async function runExplain(read: ReadOptions<typeof shared, typeof own>): Promise<number> {
  const { values: shared, own: values, sources } = read;
  const report = chooseReport(values);
  // A core that is set for all runs might not track correlation, so only a core given on this command line is used.
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
    figures: true,
    onStderr: (bytes) => process.stderr.write(bytes),
  });
  tellMissed(result, read);
  // Also explains the values that a stopped program printed; stderr states why it stopped.
  const budget = explain(result, { sources: Object.fromEntries(prepared.sources) });
  process.stdout.write(writeReport(budget, report));
  return result.exitStatus;
}

function chooseReport(values: Readonly<Partial<Record<Report, boolean>>>): Report {
  const forms = (['json', 'csv', 'markdown', 'latex'] as const).filter((form) => values[form]);
  if (forms.length < 2) return forms[0] ?? 'table';
  throw usageError(`--${forms[0]} and --${forms[1]} print the same report in different formats. Choose one.`);
}
