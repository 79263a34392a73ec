// Cost of importing the package: time of `import 'haze'` in a fresh Node process, bytes of `haze/ux` in a page, and
// bytes of the tarball, which requires built pages.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { type Measurement, median } from '../../scripts/measurement.ts';
import { findProjectRoot } from '../../scripts/project-root.ts';

const TIMES = 15;

/** Milliseconds for an import, measured by the importing process. */
function timeImport(url: string): number {
  const script = `const t = performance.now(); await import(${JSON.stringify(url)}); console.log(performance.now() - t);`;
  return Number(
    execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' }),
  );
}

export async function run(): Promise<Measurement[]> {
  const root = findProjectRoot();
  const entry = join(root, 'dist/src/index.js');
  const times = Array.from({ length: TIMES }, () => timeImport(pathToFileURL(entry).href));
  const { outputFiles } = await build({
    entryPoints: [join(root, 'dist/src/ux.js')],
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
  });
  const packed = execFileSync('npm', ['pack', '--dry-run', '--ignore-scripts', '--json'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  // npm 11 prints an object with names as keys; earlier versions print a list.
  const [described] = Object.values(JSON.parse(packed) as Record<string, { size: number }>);
  return [
    { name: "import 'haze', median", value: median(times), unit: 'ms', goal: 60, noise: 10 },
    {
      name: 'haze/ux, minified and gzipped',
      value: gzipSync(outputFiles[0]!.contents).length,
      unit: 'bytes',
      goal: 8192,
      noise: 0,
    },
    { name: 'tarball', value: (described?.size ?? Number.NaN) / 1e6, unit: 'MB', goal: 26, noise: 0.1 },
  ];
}
