// Writes the manifest and icons of the installable site to its folder. The PNG files are rendered from the pages' SVG
// icon by the same rasteriser that images use.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createNodeRasteriser } from '../src/node/engine/assets.ts';
import { APP_ICONS, APP_MANIFEST, drawIcon, writeManifest } from '../src/ui/install/app-manifest.ts';

/** Image for links that open a repository in the page. */
const BADGE = 'src/ui/playground/badge.svg';
const SIGN = 'src/ui/playground/icon.svg';

/** @param outDir the site's folder */
export async function writeAppFiles(root: string, outDir: string): Promise<void> {
  const sign = await readFile(join(root, SIGN), 'utf8');
  const rasterise = createNodeRasteriser();
  await writeFile(join(outDir, APP_MANIFEST), writeManifest());
  await copyFile(join(root, BADGE), join(outDir, 'badge.svg'));
  for (const icon of APP_ICONS) {
    const path = join(outDir, icon.path);
    const picture = drawIcon(sign, icon);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, icon.sizePx === undefined ? picture : await rasterise(picture));
  }
}
