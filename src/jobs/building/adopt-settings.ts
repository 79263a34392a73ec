// A repository's settings for its own builds: they fill in the fields that neither the request nor the connection
// sets.
import type { RepositorySettings } from '../../repositories/settings-file.ts';
import { maybeSmallestCore } from '../../uncertainty/core/needed-core.ts';
import type { Claim } from '../records/held-job.ts';
import type { BuildBody } from '../records/records.ts';

/** A build with the repository's settings applied, and lines for its log. */
export interface Adopted {
  readonly claim: Claim<BuildBody>;
  readonly remarks: readonly string[];
}

/** Writes the repository's core and traced variables into the record of a build that did not specify them. */
export async function adoptSettings(
  claim: Claim<BuildBody>,
  settings: RepositorySettings | undefined,
): Promise<Adopted> {
  const open = claim.body.LeftToRepository ?? [];
  if (!settings || open.length === 0) return { claim, remarks: [] };
  const { minimumCore, traceVariables } = settings;
  const isCoreOpen = open.includes('Core') && minimumCore !== undefined;
  const core = isCoreOpen ? maybeSmallestCore(minimumCore) : undefined;
  const traces = open.includes('TraceVariables') && traceVariables.length > 0 ? traceVariables : undefined;
  const remarks = [
    ...(core
      ? [`signaloid.yaml: the build is for ${core.Name}, the smallest core that the repository allows`]
      : []),
    ...(isCoreOpen && !core
      ? [
          `signaloid.yaml: no default core is as large as MinimumCore; the build is for ${claim.body.Core.Name}`,
        ]
      : []),
  ];
  if (!core && !traces) return { claim, remarks };
  const fields = { ...(core && { Core: core }), ...(traces && { TraceVariables: traces }) };
  await claim.job.change(async (_tx, body) => ({ ...body, ...fields }));
  return { claim: { ...claim, body: { ...claim.body, ...fields } }, remarks };
}
