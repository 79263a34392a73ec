// What clang says of one source of a program while somebody writes it: with the flags of a build, and without making anything.
import { HazeError } from '../errors/haze-error.ts';
import { planBuild } from './build-plan.ts';
import type { BuildRequest } from './build-result.ts';
import type { Clang } from './clang.ts';
import { checkWithClang } from './clang-compiler.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { GuestRuntime } from './guest-runtime.ts';

/** A source of a program, as a build of it would compile it. */
export interface SourceCheck {
  readonly request: BuildRequest;
  /** Path of the source among the files of the request. */
  readonly path: string;
}

/**
 * The messages of clang for a source in C; undefined for other languages, whose headers take too long, and for what no build
 * would compile.
 */
export function checkSource(
  clang: Clang,
  guest: GuestRuntime,
  { request, path }: SourceCheck,
): readonly Diagnostic[] | undefined {
  const plan = maybePlan(request);
  const source = plan?.sources.find((one) => one.path === path && one.language === 'C');
  if (!plan || !source) return undefined;
  const { files, directory, traits } = plan;
  const { language, flags } = source;
  return checkWithClang(clang, guest, {
    ...{ sources: [path], language, files, directory, flags, traits },
    debug: false,
  });
}

// What is wrong with the plan, the build says.
function maybePlan(request: BuildRequest) {
  try {
    return planBuild(request);
  } catch (error) {
    if (error instanceof HazeError) return undefined;
    throw error;
  }
}
