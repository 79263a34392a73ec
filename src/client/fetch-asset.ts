// Files of ours that pages and their workers fetch.
import { HazeError } from '../errors/haze-error.ts';

/** A file of ours. @throws HazeError `asset-missing` */
export async function fetchAsset(url: URL): Promise<ArrayBuffer> {
  try {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`status ${response.status}`);
    return await response.arrayBuffer();
  } catch (cause) {
    throw new HazeError(
      'asset-missing',
      `A part of Haze could not be loaded: ${url.pathname}. Check the network, and that the file is served.`,
      { cause },
    );
  }
}
