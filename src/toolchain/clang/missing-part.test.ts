import { expect, test } from 'vitest';
import { MissingPart, openClang, type ToolsPackage } from './clang.ts';

/** Tools that stop until a part has loaded, and count their runs. */
function openTools(obtain?: (missing: MissingPart, mayDownload: boolean) => Promise<void>) {
  const there = new Set<string>();
  let runs = 0;
  const tools = {
    version: '1',
    runLLVM: (args: readonly string[] | undefined, files: object) => {
      if (args === undefined) return Promise.resolve();
      runs += 1;
      for (const part of args) if (!there.has(part)) throw new MissingPart(part);
      return { ...files, runs: `${runs}` };
    },
  } as unknown as ToolsPackage;
  const bring = async (missing: MissingPart, mayDownload: boolean) => {
    await obtain?.(missing, mayDownload);
    there.add(missing.part);
  };
  return openClang(tools, { obtain: bring });
}

test('a run that lacks a package restarts once the package is downloaded, and reports each restart', async () => {
  const clang = await openTools();
  let restarts = 0;
  const run = await clang.run(['C++', 'rest'], {}, { onRestart: () => restarts++ });
  expect(run).toMatchObject({ status: 0, files: { runs: '3' } });
  expect(restarts).toBe(2);
  expect(await clang.run(['C++', 'rest'], {})).toMatchObject({ files: { runs: '4' } });
});

test('a run that does not wait is rejected, and nothing is downloaded for it', async () => {
  const asked: boolean[] = [];
  const clang = await openTools(async (_, mayDownload) => void asked.push(mayDownload));
  await expect(clang.run(['rest'], {}, { waits: false })).rejects.toThrow(MissingPart);
  expect(asked).toEqual([false]);
});

test('a failed download rejects the run with its reason, and the next run retries', async () => {
  let isAway = true;
  const clang = await openTools(async () => {
    if (isAway) throw new Error('the network is unreachable');
  });
  await expect(clang.run(['rest'], {})).rejects.toThrow('the network is unreachable');
  isAway = false;
  expect(await clang.run(['rest'], {})).toMatchObject({ status: 0 });
});
