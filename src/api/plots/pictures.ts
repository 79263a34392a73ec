// Plots of distributions: drawn immediately, stored as SVG while their signed URLs are valid, and converted to PNG on
// request.

import type { Context } from 'hono';
import { HazeError } from '../../errors/haze-error.ts';
import { messageOf } from '../../errors/message-of.ts';
import { describeDistribution } from '../../plot/distributions/describe-distribution.ts';
import type { Distribution } from '../../plot/distributions/distribution.ts';
import { pictureColours, pictureTheme } from '../../plot/drawing/picture-theme.ts';
import { drawPlot } from '../../plot/drawing/plot.ts';
import type { Transaction } from '../../store/contract/store.ts';
import { signAddress, VALID_FOR_SECONDS } from '../presigned/signatures.ts';
import type { ApiEnv } from '../requests/api-env.ts';
import { makeId } from '../requests/identifiers.ts';
import type { Services } from '../requests/services.ts';
import { countPlot } from '../users/usage.ts';

const WIDTH = 1200;
const HEIGHT = 800;
const FONT_SIZE = 22;
const PREFIX = 'plots/';

/** Plot settings. */
export interface PictureWish {
  readonly xLimits: readonly [number | undefined, number | undefined];
  readonly yLimits: readonly [number | undefined, number | undefined];
  readonly xAxisLabel: string;
}

/** Blob key of a plot's SVG. */
function pictureKey(plotId: string): string {
  return `${PREFIX}${plotId}`;
}

/** Draws a distribution and responds with the plot's URL. */
export async function answerPlot(
  c: Context<ApiEnv>,
  services: Services,
  distribution: Distribution,
  wish: PictureWish,
): Promise<Response> {
  const { svg } = drawPlot([{ distribution, label: '', colour: pictureColours[0]! }], {
    width: WIDTH,
    height: HEIGHT,
    fontSize: FONT_SIZE,
    kind: 'density',
    theme: pictureTheme,
    xLimits: wish.xLimits,
    yLimits: wish.yLimits,
    xLabel: wish.xAxisLabel,
    description: describeDistribution(distribution, wish.xAxisLabel),
  });
  const plotID = makeId(services, 'PlotID');
  await services.store.transaction(async (tx) => {
    await dropExpired(tx, services, plotID);
    await tx.putBlob(pictureKey(plotID), new TextEncoder().encode(svg));
    await countPlot(tx, services, c.get('userId'));
  });
  return c.json({ plotID, presignedURL: await signAddress(c, services, { what: 'plot', id: plotID }) }, 201);
}

// Deletes plots whose URLs have expired. There may be a great many, so each call checks only a few: some that follow a
// random position (the new ID), and the first ones.
async function dropExpired(tx: Transaction, services: Services, newId: string): Promise<void> {
  for (const after of [pictureKey(newId), '']) {
    for (const { key, createdAt } of await tx.listBlobs({ prefix: PREFIX, after })) {
      if (services.now() - createdAt > VALID_FOR_SECONDS * 1000) await tx.deleteBlob(key);
    }
  }
}

/** Returns the image in the requested format: SVG if `Accept` lists it before PNG, otherwise PNG. */
export async function answerPicture(
  services: Services,
  plotId: string,
  accept: string,
): Promise<Response | undefined> {
  const pieces = await services.store.readBlob(pictureKey(plotId));
  if (!pieces) return undefined;
  const decoder = new TextDecoder();
  let svg = '';
  for await (const piece of pieces) svg += decoder.decode(piece, { stream: true });
  const headers = { Vary: 'Accept', 'Cache-Control': 'private, max-age=3600' };
  if (prefersSvg(accept)) {
    return new Response(svg, { headers: { ...headers, 'Content-Type': 'image/svg+xml' } });
  }
  const png = await services.rasterise(svg).catch((cause: unknown) => {
    const reason = messageOf(cause);
    throw new HazeError(
      'picture-unavailable',
      `The PNG writer could not be loaded (${reason}); try again when the network is available, or request the SVG with "Accept: image/svg+xml".`,
      { cause },
    );
  });
  return new Response(png as BodyInit, { headers: { ...headers, 'Content-Type': 'image/png' } });
}

/**
 * Tests whether SVG comes before PNG and `*` in a list of accepted types. Browsers accept both as images, and therefore
 * get PNG.
 */
function prefersSvg(accept: string): boolean {
  const types = accept.split(',').map((entry) => {
    const [type = '', ...parameters] = entry.split(';').map((word) => word.trim().toLowerCase());
    const quality = parameters.find((word) => word.startsWith('q='));
    return { type, quality: quality === undefined ? 1 : Number(quality.slice(2)) || 0 };
  });
  const qualityOf = (wanted: string) => types.find(({ type }) => type === wanted)?.quality ?? 0;
  const svg = qualityOf('image/svg+xml');
  const others = ['image/png', 'image/*', 'text/html', 'image/avif', 'image/webp'].map(qualityOf);
  return svg > 0 && svg > Math.max(...others);
}
