// `npm test`, `npm run test:all`, `npm run test:changed [BASE]`: runs the suites in a tier, the named suites, or the
// tests that changed files need.
import { listChangedFiles, listNeededTests } from './changed-files.ts';
import { runSuites } from './run-suites.ts';
import { readTier } from './suites.ts';

const words = process.argv.slice(2);
process.exitCode = words[0] === 'changed' ? await runChanged(words[1]) : await runTier();

async function runTier(): Promise<0 | 1> {
  const { suites, leftOut } = readTier(words);
  return runSuites(
    suites.map((suite) => ({ suite })),
    { leftOut },
  );
}

/** Runs the tests needed for files that differ from a revision, or from the last commit. */
async function runChanged(base?: string): Promise<0 | 1> {
  const changed = listChangedFiles(base);
  const needed = listNeededTests(changed);
  console.log(`${changed.length} files differ from ${base ?? 'the last commit'}`);
  if (needed.length > 0)
    return runSuites(needed, { leftOut: 'skipped: tests that do not use the changed files.' });
  console.log('no test uses them');
  return 0;
}
