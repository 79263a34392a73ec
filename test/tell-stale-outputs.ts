// Reports, in every suite and also for one file, a dist/ that is older than its sources, before the tests and after
// them.
import { describeStaleOutputs } from '../scripts/stale-outputs.ts';

export default function tellStaleOutputs(): () => void {
  const tell = () => {
    for (const problem of describeStaleOutputs()) console.warn(`\n${problem}`);
  };
  tell();
  return tell;
}
