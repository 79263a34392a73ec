// Measures a site of a hundred documents with one program each: `haze docs check` on all documents, which builds
// several programs in parallel, and rendering one page after another, as markdown-it plugins do. The first run has an
// empty cache; nothing changes between the first run and the second.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Measurement } from '../../scripts/measurement.ts';
import { PageWorker } from '../../src/node/docs/page-worker.ts';
import type { GivenProgram } from '../../src/node/docs/render-page.ts';

const PAGES = 100;
const HAZE = fileURLToPath(new URL('../../src/node/haze.js', import.meta.url));

function describeProgram(i: number): GivenProgram {
  const text = `#include <math.h>
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double speed = UxHwDoubleGaussDist(${20 + i}, 0.3);
  double density = UxHwDoubleUniformDist(1.20, 1.25);
  double pressure = 0.5 * density * speed * speed;
  for (int angle = 1; angle <= 8; angle++)
    printf("lift at %d degrees: %lf N\\n", angle, sin(angle / 57.3) * 12 * pressure);
  return 0;
}
`;
  return { language: 'c', attributes: 'core="C0-S+"', text, line: 3 };
}

function time(work: () => void): number {
  const start = performance.now();
  work();
  return (performance.now() - start) / 1000;
}

export async function run(): Promise<Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), 'haze-bench-docs-'));
  const { HAZE_CACHE_DIR } = process.env;
  const programs = Array.from({ length: PAGES }, (_, i) => describeProgram(i));
  try {
    const pages = join(folder, 'pages');
    mkdirSync(pages);
    for (const [i, { text }] of programs.entries())
      writeFileSync(join(pages, `page-${i}.md`), `# Page ${i}\n\n\`\`\`c haze core="C0-S+"\n${text}\`\`\`\n`);
    const check = () =>
      execFileSync(process.execPath, [HAZE, 'docs', 'check', pages], {
        env: { ...process.env, HAZE_CACHE_DIR: join(folder, 'cache-check') },
        stdio: 'ignore',
      });
    const firstCheck = time(check);
    const secondCheck = time(check);
    process.env.HAZE_CACHE_DIR = join(folder, 'cache-pages');
    const render = () => {
      const worker = new PageWorker();
      for (const [i, program] of programs.entries())
        worker.renderAndWait({ file: join(pages, `page-${i}.md`), programs: [program] });
    };
    const firstSite = time(render);
    const secondSite = time(render);
    const seconds = (name: string, value: number, goal: number): Measurement => ({
      name,
      value: Math.round(value * 100) / 100,
      unit: 's',
      goal,
      noise: value / 5,
    });
    return [
      seconds(`haze docs check, ${PAGES} programs, first`, firstCheck, 60),
      seconds(`haze docs check, ${PAGES} programs, unchanged`, secondCheck, 3),
      seconds(`${PAGES} pages one after another, first`, firstSite, 60),
      seconds(`${PAGES} pages one after another, unchanged`, secondSite, 3),
    ];
  } finally {
    if (HAZE_CACHE_DIR === undefined) delete process.env.HAZE_CACHE_DIR;
    else process.env.HAZE_CACHE_DIR = HAZE_CACHE_DIR;
    rmSync(folder, { recursive: true, force: true });
  }
}
