// `haze/docs`: programs in documents, for those who write a plugin for a tool. Adapters of tools are in entries of their
// own: `haze/docs/markdown-it`, `haze/docs/remark`.
import { checkDocuments as check } from './check-documents.ts';
import { openProgramBench, type ProgramBench } from './program-bench.ts';
import { type PageRequest, type RenderedPage, renderPage as render } from './render-page.ts';

export type { DocProblem } from '../../docs/place.ts';
export type { CheckedDocument, CheckedProgram } from './check-documents.ts';
export type { GivenProgram, PageRequest, RenderedPage, RenderedProgram } from './render-page.ts';

/** What renders and checks programs, with compilers that stay warm until it is closed. */
export interface Docs {
  /**
   * The programs of a document as HTML, with what they print.
   * @throws HazeError `not-built`, `toolchain-load-failed`; what is wrong with programs is in the answer
   */
  renderPage(request: PageRequest): Promise<RenderedPage>;
  /**
   * Builds and runs the programs of documents, and holds them against recorded outputs.
   * @param update writes outputs that differ into the documents
   */
  checkDocuments(files: readonly string[], options?: { readonly update?: boolean }): ReturnType<typeof check>;
  /** Ends the compilers, which keep a process alive otherwise. */
  close(): void;
}

/**
 * Opens what renders and checks programs. Outcomes are kept in the user's cache folder.
 * @example
 * import { openDocs } from 'haze/docs';
 * const docs = openDocs();
 * const text = 'int main(void) { return 0; }';
 * const page = { file: 'page.md', programs: [{ language: 'c', attributes: 'core="C0-S"', text, line: 1 }] };
 * const { programs, problems } = await docs.renderPage(page);
 * console.log(programs[0].html, problems);
 * docs.close();
 */
export function openDocs(): Docs {
  const bench: ProgramBench = openProgramBench();
  return {
    renderPage: (request) => render(request, bench),
    checkDocuments: (files, { update = false } = {}) => check(files, bench, { isUpdate: update }),
    close: () => bench.close(),
  };
}
