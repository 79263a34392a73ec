// Warns that dist/ is older than its sources, before and after the tests, for every suite and for single files.
import { describeStaleOutputs } from '../scripts/stale-outputs.ts';

export default function tellStaleOutputs(): () => void {
  const tell = () => {
    for (const problem of describeStaleOutputs()) console.warn(`\n${problem}`);
  };
  tell();
  return tell;
}
