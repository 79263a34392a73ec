// `npm run demo`: compiles examples/lift.c, runs it, prints its values in readable form, and draws a distribution.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, DEFAULT_CORE, run } from '../src/node/library.ts';
import { shortenUx } from '../src/plot/distributions/shorten-ux.ts';
import { drawHistogram } from '../src/plot/distributions/text-density.ts';
import { findUx } from '../src/uncertainty/core/ux-text.ts';
import { findProjectRoot } from './project-root.ts';

const source = await readFile(join(findProjectRoot(), 'examples/lift.c'), 'utf8');
console.log(`examples/lift.c, compiled by clang in WebAssembly, on core ${DEFAULT_CORE}:\n`);
const built = await build(source, { language: 'C' });
if (!built.ok) throw new Error(built.log);
const { stdout, exitStatus, stderr } = await run(built.module);
if (exitStatus !== 0) throw new Error(stderr);
console.log(shortenUx(stdout));
const lift = findUx(stdout)[1]!.value;
console.log('lift (N), its distribution:\n');
console.log(drawHistogram(lift, 15, 48));
console.log('Run it yourself:  npx haze run examples/lift.c');
console.log('Which input matters:  npx haze explain examples/lift.c');
console.log('The playground:  npm start');
