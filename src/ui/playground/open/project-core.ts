// The core that a project's `signaloid.yaml` needs; lazy-loaded.
import { readRepositorySettings } from '../../../client/project/settings-file.ts';
import { maybeSmallestCore } from '../../../uncertainty/core/needed-core.ts';
import type { Workbench } from '../bench/workbench.ts';

/** Chooses the smallest core that the settings of the open project allow. Names settings that Haze cannot use. */
export async function chooseProjectCore(bench: Workbench): Promise<void> {
  const { project } = bench.state;
  if (!project) return;
  const { minimumCore, problems } = await readRepositorySettings(project.files);
  if (bench.state.project !== project) return;
  for (const problem of problems) bench.say(problem);
  const core = minimumCore && maybeSmallestCore(minimumCore);
  if (!core) return;
  bench.programs.setCore(core.Name);
  bench.say(`The project runs on ${core.Name}, the smallest core that its signaloid.yaml allows.`);
}
