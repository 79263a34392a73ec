// Origin of the result shown: program, core, seed and time. The page marks a result whose program has changed since.
import { isSameProgram, type Program } from '../../draft/program.ts';
import type { Project } from '../../project/project.ts';
import type { RunState } from '../../run/run-state.ts';

export interface ResultOrigin {
  readonly program: Program;
  readonly coreName: string;
  /** When the run started. */
  readonly date: Date;
  /** The project's files at the start of the run; undefined for a single-file program. */
  readonly files?: ReadonlyMap<string, Uint8Array> | undefined;
}

export function describeOrigin(
  program: Program,
  coreName: string,
  project: Project | undefined,
): ResultOrigin {
  return { program, coreName, date: new Date(), files: project && new Map(project.files) };
}

/** Tests whether the page's program, core or inputs have changed since the displayed result. */
export function isStale({
  run,
  origin,
  program,
  project,
}: {
  readonly run: RunState;
  readonly origin: ResultOrigin | undefined;
  readonly program: Program;
  readonly project: Project | undefined;
}): boolean {
  return run.phase === 'ended' && origin !== undefined && isOther(origin, program, project);
}

/**
 * Tests whether the page's program or inputs have changed since the displayed results from several cores.
 */
export function areStale({
  coreRuns,
  program,
  project,
}: {
  readonly coreRuns: { readonly origin: ResultOrigin } | undefined;
  readonly program: Program;
  readonly project: Project | undefined;
}): boolean {
  if (!coreRuns) return false;
  const { origin } = coreRuns;
  return isOther(origin, { ...program, core: origin.program.core }, project);
}

function isOther(origin: ResultOrigin, program: Program, project: Project | undefined): boolean {
  if (!project || !origin.files)
    return !!project || !!origin.files || !isSameProgram(origin.program, program);
  // Opening another file in the editor affects neither the project nor its result.
  const { source, language } = program;
  return (
    !isSameProgram({ ...origin.program, source, language }, program) || !isSame(origin.files, project.files)
  );
}

function isSame(one: ReadonlyMap<string, Uint8Array>, other: ReadonlyMap<string, Uint8Array>): boolean {
  if (one.size !== other.size) return false;
  for (const [path, bytes] of one) {
    const others = other.get(path);
    if (others === bytes) continue;
    if (others?.length !== bytes.length || bytes.some((byte, i) => byte !== others[i])) return false;
  }
  return true;
}
