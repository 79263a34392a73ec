// haze-one-file.js: everything needed to run the programs in a single HTML file, from disk and without a network. The
// file contains the core's kernels, the worker's script and its programs' modules in `<script type="text/haze">`
// elements.

import { openFileRunner } from '../../client/program/modules/file-runner.ts';
import type { ProgramRunner } from '../../client/program/program-messages.ts';
import { loadOnce } from '../../errors/load-once.ts';
import '../budget/haze-uncertainty.ts';
import { HazeProgram } from './haze-program.ts';

/** Parts of the file, selected by the `data-part` attribute of their elements; each is gzip data in Base64. */
function listParts(name: string): Uint8Array[] {
  const elements = [...document.querySelectorAll<HTMLElement>(`script[data-part="${name}"]`)];
  return elements.map(({ textContent }) =>
    Uint8Array.from(atob((textContent ?? '').trim()), (letter) => letter.charCodeAt(0)),
  );
}

function openRunner(): Promise<ProgramRunner> {
  const [worker, kernels] = ['worker', 'kernels'].flatMap(listParts);
  return openFileRunner({ worker: worker!, kernels: kernels!, modules: listParts('module') });
}

const openOnce = loadOnce(openRunner);

class FileProgram extends HazeProgram {
  override runner = openOnce;
}

customElements.define('haze-program', FileProgram);
