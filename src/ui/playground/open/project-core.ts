// The core that a project's `signaloid.yaml` needs.
import { readRepositorySettings } from '../../../client/project/settings-file.ts';
import { maybeSmallestCore } from '../../../uncertainty/core/needed-core.ts';

/** Name of the smallest core that the project's settings allow, and sentences about settings that Haze cannot use. */
export async function nameProjectCore(
  files: ReadonlyMap<string, Uint8Array>,
): Promise<{ readonly core?: string; readonly problems: readonly string[] }> {
  const { minimumCore, problems } = await readRepositorySettings(files);
  const core = minimumCore && maybeSmallestCore(minimumCore)?.Name;
  return core === undefined ? { problems } : { core, problems };
}
