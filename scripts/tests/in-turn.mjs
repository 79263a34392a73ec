// `npm test` and related commands: builds anything that is missing, then runs the suites. Two runs in the same
// checkout take turns, because both write to dist/. Written in plain JavaScript, because it runs before compilation.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { takeTurn } from './take-turn.mjs';

const root = join(import.meta.dirname, '../..');

await takeTurn(join(root, 'dist'), (other) =>
  console.log(`another test run (process ${other}) is in progress; waiting for it`),
);
process.exitCode =
  (await run('npm', ['run', '--silent', 'build:missing'])) ||
  (await run(process.execPath, [join(root, 'dist/scripts/tests/run-tests.js'), ...process.argv.slice(2)]));

/**
 * Runs a command to completion. Signals are forwarded to the command, and this process releases its turn once the
 * command has exited.
 * @param {string} command
 * @param {readonly string[]} words
 */
async function run(command, words) {
  const child = spawn(command, words, { cwd: root, stdio: 'inherit' });
  const handOn = (signal) => child.kill(signal);
  process.on('SIGINT', handOn).on('SIGTERM', handOn);
  const [status] = await once(child, 'exit');
  process.off('SIGINT', handOn).off('SIGTERM', handOn);
  return status ?? 1;
}
