// `haze cores`: lists the cores that are available in every installation.
import { alignRows } from '../../budget/reports/align-rows.ts';
import { DEFAULT_CORES } from '../../uncertainty/core/core-spec.ts';
import { refuseWords } from '../options/command-line.ts';
import { switchOption } from '../options/option.ts';
import { defineCommand } from './command.ts';

export const coresCommand = defineCommand({
  usage: [['haze cores', 'list the cores that every installation has']],
  own: { json: switchOption('print the cores as records of the REST interface') },
  async run({ own, positionals }) {
    refuseWords('cores', positionals);
    process.stdout.write(own.json ? `${JSON.stringify(DEFAULT_CORES, undefined, 2)}\n` : tabulateCores());
    return 0;
  },
});

function tabulateCores(): string {
  const rows = DEFAULT_CORES.map((core) => [
    core.Name,
    core.Microarchitecture,
    core.Microarchitecture === 'Bypass' ? '-' : String(core.Precision),
    `${core.MemorySize / 2 ** 20} MB`,
    core.CorrelationTracking,
    core.CoreID,
  ]);
  const lines = alignRows(
    [['NAME', 'KIND', 'PRECISION', 'MEMORY', 'CORRELATION', 'ID'], ...rows],
    () => true,
  );
  return `${lines.join('\n')}\n`;
}
