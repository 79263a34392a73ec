// `haze cores`: the cores that every installation has.
import { DEFAULT_CORES } from '../../uncertainty/core/core-spec.ts';
import { parseCommandLine, refuseWords } from '../options/command-line.ts';

export async function runCoresCommand(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseCommandLine(words, { json: { type: 'boolean' } });
  refuseWords('cores', positionals);
  if (values.json) {
    process.stdout.write(`${JSON.stringify(DEFAULT_CORES, undefined, 2)}\n`);
    return 0;
  }
  const rows = DEFAULT_CORES.map((core) => [
    core.Name,
    core.Microarchitecture,
    core.Microarchitecture === 'Bypass' ? '-' : String(core.Precision),
    `${core.MemorySize / 2 ** 20} MB`,
    core.CorrelationTracking,
    core.CoreID,
  ]);
  process.stdout.write(formatTable([['NAME', 'KIND', 'PRECISION', 'MEMORY', 'CORRELATION', 'ID'], ...rows]));
  return 0;
}

function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, i) => cell.padEnd(widths[i]!))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
