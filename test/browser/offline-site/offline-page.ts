// A page with the notices, the download, the toolchain picker, and a button that runs a program through the service.
import { type Connection, connect } from '../../../src/client/index.ts';
import { HazeDownloadPanel } from '../../../src/ui/offline/haze-download-panel.ts';
import { HazeMissingFeatures } from '../../../src/ui/offline/haze-missing-features.ts';
import { HazeUpdateNotice } from '../../../src/ui/offline/haze-update-notice.ts';
import { HazeToolchainPicker } from '../../../src/ui/toolchains/haze-toolchain-picker.ts';
import { createFetchClient, runBackOffSample, SAMPLE } from '../../jobs/sample-flows.ts';

declare global {
  interface Window {
    /** The program to run instead of the sample. */
    program?: string;
  }
}

/** Includes a distribution, so that the kernels are needed as well. */
const PROGRAM = `#include <stdio.h>
#include <uxhw.h>
int main(void) { printf("result %f\\n", UxHwDoubleGaussDist(5.0, 0.5)); return 0; }
`;

const panel = new HazeDownloadPanel();
const missing = new HazeMissingFeatures();
const notice = new HazeUpdateNotice();
const picker = new HazeToolchainPicker();
const run = document.createElement('button');
const output = document.createElement('pre');
run.textContent = 'Run';
run.disabled = true;
output.id = 'output';
document.body.append(notice, missing, panel, picker, run, output);
panel.addEventListener('haze-toolchain-ready', (event) => {
  missing.isDownloadKept = (event as CustomEvent<{ isKept: boolean }>).detail.isKept;
});

async function runProgram({ base, key, fetch }: Connection): Promise<string> {
  const service = { base, key, client: createFetchClient(fetch), waits: 0.1 };
  const result = await runBackOffSample(service, { ...SAMPLE, code: window.program ?? PROGRAM });
  return `${result.buildStatus} ${result.taskStatus} ${result.stdout || result.buildLog}`;
}

try {
  const connection = await connect({
    base: './api',
    onLoading: (progress) => {
      panel.progress = progress;
    },
    onUpdate: (update) => {
      notice.newVersion = update;
    },
  });
  Object.assign(window, { connection });
  panel.connection = connection;
  missing.connection = connection;
  picker.connection = connection;
  run.disabled = false;
  run.addEventListener('click', async () => {
    output.textContent = 'running';
    output.textContent = await runProgram(connection).catch(String);
  });
} catch (problem) {
  missing.problem = problem;
}
document.body.dataset.connected = 'yes';
