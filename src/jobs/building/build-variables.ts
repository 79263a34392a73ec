// A build's variables: the list of all variables, if the request asks for it, and the variables to trace on a Reference
// core. Both require a module built with watched variables.
import { HazeError } from '../../errors/haze-error.ts';
import type { BuildOutput } from '../../program/built-program.ts';
import type { BuildRequest } from '../../toolchain/building/build-result.ts';
import { loadPatiently } from '../compiling/load-patiently.ts';
import { type BuildBody, buildVariablesKey, buildWatchedKey } from '../records/records.ts';

/** Builds the program again, if a second build is needed. */
export type BuildAgain = (request: BuildRequest) => Promise<BuildOutput>;

/** One of a build's blobs, with its key. */
export type BuildBlob = readonly [key: string, bytes: Uint8Array];

/** Tests whether the module itself must be built with watched variables. */
export function isTraced({ TraceVariables, Core }: BuildBody): boolean {
  return TraceVariables.length > 0 && Core.Microarchitecture === 'Reference';
}

/** Log line for a build in which TraceVariables has no effect. */
export function remarkOnTraces({ TraceVariables, Core }: BuildBody): string {
  if (TraceVariables.length === 0 || Core.Microarchitecture === 'Reference') return '';
  return `haze: TraceVariables are not recorded on ${Core.Name}; only Reference cores record them.\n`;
}

/**
 * Collects the variables of a successful build.
 * @param output output of the build, built with watched variables if traced
 * @throws HazeError `unknown-variable`, `invalid-expression`, `malformed-debug-information`
 */
export async function collectVariables(
  buildId: string,
  body: BuildBody,
  output: BuildOutput | undefined,
  request: BuildRequest,
  build: BuildAgain,
): Promise<BuildBlob[]> {
  if (!isTraced(body) && !body.DiscoverVariables) return [];
  const own = output?.ok ? output.variables : undefined;
  const variables = own ?? (await discover(request, build));
  const { describeVariables, findWatched } = await loadPatiently(
    () => import('../../toolchain/dwarf/find-watched.ts'),
  );
  const blobs: BuildBlob[] = [];
  if (isTraced(body)) {
    blobs.push([buildWatchedKey(buildId), encode(findWatched(variables, body.TraceVariables))]);
  }
  if (body.DiscoverVariables) blobs.push([buildVariablesKey(buildId), encode(describeVariables(variables))]);
  return blobs;
}

async function discover(request: BuildRequest, build: BuildAgain) {
  const output = await build({ ...request, forWatching: true });
  if (output.ok) return output.variables ?? [];
  throw new HazeError(
    'variables-not-found',
    `Variables cannot be discovered: the program does not build without optimisation (${output.problem}).`,
  );
}

function encode(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}
