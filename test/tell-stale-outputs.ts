// For every suite, also one file of it: when dist/ is older than its sources that is said before the tests and behind them.
import { describeStaleOutputs } from '../scripts/stale-outputs.ts';

export default function tellStaleOutputs(): () => void {
  const tell = () => {
    for (const problem of describeStaleOutputs()) console.warn(`\n${problem}`);
  };
  tell();
  return tell;
}
