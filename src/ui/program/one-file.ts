// haze-one-file.js: all that runs the programs of one HTML file, from the disk and without a network. The file has the
// kernels of the core, the worker's script and the modules of its programs in elements `<script type="text/haze">`.
import { openFileRunner } from '../../client/program/modules/file-runner.ts';
import type { ProgramRunner } from '../../client/program/program-messages.ts';
import { defineHazeUncertainty } from '../budget/haze-uncertainty.ts';
import { HazeProgram } from './haze-program.ts';

/** Parts of the file by the attribute `data-part` of their elements; Base64 of gzip. */
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

let opened: Promise<ProgramRunner> | undefined;

class FileProgram extends HazeProgram {
  override runner = () => {
    opened ??= openRunner().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
}

defineHazeUncertainty();
customElements.define('haze-program', FileProgram);
