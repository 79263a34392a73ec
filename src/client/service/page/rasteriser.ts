// Draws PNG files in pages and service workers. In a page, the code loads with the first picture; module and font
// always do.
import { loadPatiently } from '../../../jobs/compiling/load-patiently.ts';
import type { Rasterise, RasteriserParts } from '../../../plot/drawing/rasterise.ts';
import type { ToolchainFiles } from '../../program/toolchain/download/toolchain-files.ts';

/** Module and font, two of the toolchain's files. @throws HazeError of a download */
export async function loadPageRasteriser(files: ToolchainFiles): Promise<RasteriserParts> {
  const [module, font] = await Promise.all([
    files.use('plot-rasteriser.wasm', (file) => WebAssembly.compileStreaming(file)),
    files.use('plot-font.ttf', (file) => file.arrayBuffer()),
  ]);
  return { module, font: new Uint8Array(font) };
}

/** Makes PNG files in a page. */
export function createPageRasteriser(files: ToolchainFiles): Rasterise {
  let rasterise: Promise<Rasterise> | undefined;
  const create = async () => {
    const { createRasteriser } = await loadPatiently(() => import('../../../plot/drawing/rasterise.ts'));
    return createRasteriser(() => loadPageRasteriser(files));
  };
  return async (svg) => {
    rasterise ??= create().catch((error: unknown) => {
      rasterise = undefined;
      throw error;
    });
    return (await rasterise)(svg);
  };
}
