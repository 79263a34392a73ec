// Renders PNG files in pages and service workers. The module and the font are loaded for the first image; in a page, so
// is the code.
import { loadOnce } from '../../../errors/load-once.ts';
import { loadPatiently } from '../../../jobs/compiling/load-patiently.ts';
import type { Rasterise, RasteriserParts } from '../../../plot/drawing/rasterise.ts';
import type { ToolchainFiles } from '../../program/toolchain/download/toolchain-files.ts';

/** Loads the module and the font, which are two of the toolchain's files. @throws HazeError download errors */
export async function loadPageRasteriser(files: ToolchainFiles): Promise<RasteriserParts> {
  const [module, font] = await Promise.all([
    files.use('plot-rasteriser.wasm', (file) => WebAssembly.compileStreaming(file)),
    files.use('plot-font.ttf', (file) => file.arrayBuffer()),
  ]);
  return { module, font: new Uint8Array(font) };
}

/** Creates PNG files in a page. */
export function createPageRasteriser(files: ToolchainFiles): Rasterise {
  const create = loadOnce(async () => {
    const { createRasteriser } = await loadPatiently(() => import('../../../plot/drawing/rasterise.ts'));
    return createRasteriser(() => loadPageRasteriser(files));
  });
  return async (svg) => (await create())(svg);
}
