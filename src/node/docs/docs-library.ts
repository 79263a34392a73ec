// `haze/docs`: programs in documents, for plugin authors. Tool adapters have separate entries:
// `haze/docs/markdown-it`, `haze/docs/remark`.
import { HazeError } from '../../errors/haze-error.ts';
import { checkDocuments as check } from './check-documents.ts';
import { checkFiles, checkPageRequest } from './check-request.ts';
import { ProgramBench } from './program-bench.ts';
import { type PageRequest, type RenderedPage, renderPage as render } from './render-page.ts';

export type { DocProblem } from '../../docs/finding/place.ts';
export type { CheckedDocument, CheckedProgram } from './check-documents.ts';
export type { GivenProgram, PageRequest, RenderedPage, RenderedProgram } from './render-page.ts';

/** Renders and checks programs, with compilers that stay warm until `close`. */
export interface Docs {
  /**
   * A document's programs as HTML, with their output. @throws HazeError `usage`, `not-built`, `toolchain-load-failed`;
   * problems in programs are part of the result
   */
  renderPage(request: PageRequest): Promise<RenderedPage>;
  /**
   * Builds and runs the programs in documents, and compares their outputs with the recorded outputs.
   * @throws HazeError `usage`, `file-not-found`
   * @param update writes differing outputs into the documents
   */
  checkDocuments(files: readonly string[], options?: { readonly update?: boolean }): ReturnType<typeof check>;
  /** Stops the compilers, which would otherwise keep the process alive. */
  close(): void;
}

/**
 * Opens the tools that render and check programs. Outcomes are cached in the user's cache folder.
 *
 * @throws HazeError `session-closed` from its functions after `close`
 * @example
 * ```ts
 * import { openDocs } from 'haze/docs';
 * const docs = openDocs();
 * const text = 'int main(void) { return 0; }';
 * const page = { file: 'page.md', programs: [{ language: 'c', attributes: 'core="C0-S"', text, line: 1 }] };
 * const { programs, problems } = await docs.renderPage(page);
 * console.log(programs[0].html.slice(0, 28), problems.length); // <figure class="haze-program" 0
 * docs.close();
 * ```
 */
export function openDocs(): Docs {
  const bench: ProgramBench = new ProgramBench();
  let isClosed = false;
  const checkOpen = () => {
    if (isClosed)
      throw new HazeError('session-closed', 'openDocs: this instance is closed. Open a new instance.');
  };
  return {
    async renderPage(request) {
      checkOpen();
      checkPageRequest(request);
      return render(request, bench);
    },
    async checkDocuments(files, options = {}) {
      checkOpen();
      checkFiles(files);
      return check(files, bench, { isUpdate: options?.update ?? false });
    },
    close() {
      isClosed = true;
      bench.close();
    },
  };
}
