// The order of the test files: the longest one starts first, so that no worker idles while the last long file is
// running. Vitest itself knows a file's duration only from an earlier run, and in a fresh clone uses the file's size
// instead.
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longer than half a minute, longest first. `npm test` prints the longest files of a run. */
const LONGEST = [
  'src/store/folder/network.apart.test.ts',
  'src/store/folder/old/convert.test.ts',
  'src/store/folder/folder-store.test.ts',
  'src/fortran/bounded-work.test.ts',
  'src/jobs/executing/executor.test.ts',
  'src/node/recordings/recording.test.ts',
  'test/browser/playground-webkit.test.ts',
  'test/browser/playground.test.ts',
  'test/browser/playground-firefox.test.ts',
  'test/browser/chromium.test.ts',
  'test/browser/plain-host.test.ts',
  'test/browser/connections.test.ts',
  'test/browser/embed.test.ts',
  'test/browser/module-faults.test.ts',
  'test/browser/one-file.test.ts',
  'test/browser/embed-firefox.test.ts',
  'test/browser/imports.test.ts',
  'test/browser/examples.test.ts',
  'test/docs/reference.test.ts',
  'test/browser/features-together.test.ts',
  'test/browser/full-storage.test.ts',
  'test/browser/page-cache.test.ts',
  'test/browser/service-by-itself.test.ts',
  'test/browser/offline-firefox.test.ts',
  'test/browser/offline.test.ts',
  'test/programs/corpus-cpp.test.ts',
  'test/server/recordings.test.ts',
  'test/hostile/imports.test.ts',
  'test/guest-stdio/format.test.ts',
  'test/programs/fortran.test.ts',
  'test/programs/fortran-distributions.test.ts',
  'test/repositories/builds.test.ts',
  'test/programs/text-in-memory.test.ts',
  'test/fortran/programs.test.ts',
  'test/programs/corpus-c.test.ts',
  'test/guest-stdio/streams.test.ts',
  'test/toolchain/cache-fuzz.test.ts',
  'test/fortran/checked.test.ts',
  'test/fortran/sizes.test.ts',
  'test/programs/command.test.ts',
  'test/exceptions/exceptions.test.ts',
  'test/reference/accuracy.test.ts',
  'test/budget/explain.test.ts',
  'test/guest-stdio/programs.test.ts',
  'test/hostile/siege.test.ts',
  'test/hostile/hostile-process.test.ts',
  'test/repositories/check-out.test.ts',
  'test/toolchain/cache.test.ts',
  'test/toolchain/flags.test.ts',
  'test/budget/overrides.test.ts',
  'test/jobs/night.test.ts',
  'test/packages/docs-sites/docusaurus.test.ts',
  'test/packages/docs-sites/next.test.ts',
  'test/packages/node.test.ts',
  'test/packages/docs-sites/astro.test.ts',
  'test/packages/docs-sites/vitepress.test.ts',
  'test/packages/pages.test.ts',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => {
      const index = LONGEST.indexOf(relative(this.ctx.config.root, moduleId).replaceAll('\\', '/'));
      return index < 0 ? LONGEST.length : index;
    };
    return sorted
      .map((file, at) => ({ file, at }))
      .sort((a, b) => rank(a.file) - rank(b.file) || a.at - b.at)
      .map(({ file }) => file);
  }
}
