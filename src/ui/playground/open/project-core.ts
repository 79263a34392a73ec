// The core required by a project's `signaloid.yaml`; lazy-loaded.
import { readRepositorySettings } from '../../../client/project/settings-file.ts';
import { describeStandIn } from '../../../uncertainty/core/core-spec.ts';
import { maybeSmallestCore } from '../../../uncertainty/core/needed-core.ts';
import type { Workbench } from '../bench/workbench.ts';

/** Chooses the smallest core that satisfies the open project's settings. Reports settings that Haze cannot use. */
export async function chooseProjectCore(bench: Workbench): Promise<void> {
  const { project } = bench.state;
  if (!project) return;
  const { minimumCore, problems } = await readRepositorySettings(project.files);
  if (bench.state.project !== project) return;
  const say = (...sentences: readonly string[]) =>
    bench.say([...problems, ...sentences].map((sentence) => sentence.replace(/\.?$/, '.')).join(' '));
  if (minimumCore === undefined) {
    if (problems.length > 0) say();
    return;
  }
  const core = maybeSmallestCore(minimumCore);
  if (!core) {
    say('No core is as large as the MinimumCore in the project’s signaloid.yaml. Choose a core yourself.');
    return;
  }
  bench.programs.setCore(core.Name);
  const standIn = describeStandIn(core);
  const more = standIn === undefined ? '' : ` ${standIn}.`;
  say(`The project runs on ${core.Name}, the smallest core that its signaloid.yaml allows.${more}`);
}
