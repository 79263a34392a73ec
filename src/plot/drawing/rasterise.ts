// Renders images as PNG files with a WebAssembly build of resvg, using only the given font. The same SVG text yields
// the same bytes in Node and in every browser. The first image loads the module and the font.

import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { loadOnce } from '../../errors/load-once.ts';
import { PICTURE_FONT } from './picture-theme.ts';

/** Files that the rasteriser needs in addition to this code. */
export interface RasteriserParts {
  readonly module: WebAssembly.Module;
  /** A TrueType font of the family `PICTURE_FONT`. */
  readonly font: Uint8Array;
}

/** Renders SVG text as a PNG file. */
export type Rasterise = (svg: string) => Promise<Uint8Array>;

/** Creates the rasteriser. `load` is called only once, unless it fails. */
export function createRasteriser(load: () => Promise<RasteriserParts>): Rasterise {
  const prepare = loadOnce(async () => {
    const parts = await load();
    // The package has a single module, which other code may already have initialised.
    await initWasm(parts.module).catch((error: unknown) => {
      if (!String(error).includes('Already initialized')) throw error;
    });
    return parts.font;
  });
  return async (svg) => {
    const fontBuffers = [await prepare()];
    const picture = new Resvg(svg, { font: { fontBuffers, defaultFontFamily: PICTURE_FONT } });
    // Does not free the image if rendering throws: after a panic, the image is still borrowed, and freeing it would
    // throw another error that hides the first.
    const image = picture.render();
    const png = image.asPng();
    image.free();
    picture.free();
    return png;
  };
}
