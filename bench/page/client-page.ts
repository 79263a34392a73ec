// A page of the built site that asks the service for runs, and programs for it: what benchmarks of pages visit.
import type { BrowserContext, Page } from 'playwright-core';
import type { Connection } from '../../src/client/index.ts';

/** A page that does what the playground does, and nothing else, so that the figures are of the service alone. */
export const CLIENT_PAGE = `<!doctype html><title>bench</title><script type="module">
import { connect } from './haze.js';
const connection = await connect({ base: './api' });
const { base, key, fetch } = connection;
const headers = { Authorization: key, 'Content-Type': 'application/json' };
const ask = async (path, body) =>
  (await fetch(base + path, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })).json();
const untilEnded = async (path) => {
  for (;;) {
    const { Status } = await ask(path);
    if (['Completed', 'Stopped', 'Cancelled'].includes(Status)) return Status;
    await new Promise((done) => setTimeout(done, 5));
  }
};
window.run = async (Code, Language = 'C') => {
  const { BuildID } = await ask('/sourcecode/builds', { Code, Language });
  await untilEnded('/builds/' + BuildID);
  const builtMs = performance.now();
  const { TaskID } = await ask('/builds/' + BuildID + '/tasks', {});
  await untilEnded('/tasks/' + TaskID);
  const text = await (await fetch(base + '/tasks/' + TaskID + '/output/Stdout', { headers })).text();
  return { text, builtMs, endMs: performance.now() };
};
window.connection = connection;
window.connectedMs = performance.now();
</script>`;

/** What a run printed, and the page's time when it was built and when it had ended. */
export interface Run {
  readonly text: string;
  readonly builtMs: number;
  readonly endMs: number;
}

declare global {
  interface Window {
    run: (code: string, language?: string) => Promise<Run>;
    connection: Connection;
    connectedMs: number;
  }
}

/** A program of two lines, another one for each number. */
export const programOf = (round: number) =>
  `#include <stdio.h>\n#include <math.h>\n#include <uxhw.h>\nint main(void) {\n` +
  `  double v = UxHwDoubleGaussDist(5.0 + ${round}, 0.05);\n  printf("%lf\\n", sqrt(v) * v);\n  return 0;\n}\n`;

/** Opens the page and waits until it is connected. */
export async function open(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${address}bench.html`);
  await page.waitForFunction(() => 'connectedMs' in window);
  return page;
}

/** A first program in each language, and how much may move until its value is there. */
export const FIRST_PROGRAMS = [
  { language: 'C', megabytes: 7, code: programOf(0) },
  {
    language: 'C++',
    megabytes: 9,
    code:
      '#include <cmath>\n#include <iostream>\n#include <string>\n#include <uxhw.h>\n#include <vector>\nint main() {\n' +
      '  std::vector<double> values{UxHwDoubleGaussDist(5.0, 0.05), 2.0};\n  std::string name = "root";\n' +
      '  for (double value : values) std::cout << name << " " << std::sqrt(value) << "\\n";\n}\n',
  },
  {
    language: 'Fortran',
    megabytes: 8,
    code:
      'program first\n  use uxhw\n  implicit none\n  real(8) :: v(2)\n  v = [ux_gauss(5.0d0, 0.05d0), 2.0d0]\n' +
      "  print '(a, f8.4)', 'root ', sqrt(sum(v))\nend program first\n",
  },
] as const;
