// Reports a source's compiler messages while the user edits it: compiles with the flags of a build, but without
// output.
import { HazeError } from '../../errors/haze-error.ts';
import { type Clang, MissingPart } from '../clang/clang.ts';
import { checkWithClang } from '../clang/clang-compiler.ts';
import { checkFortran, type LoadPart } from '../fortran/fortran-compiler.ts';
import type { CompileUnit } from '../sources/compiler.ts';
import type { Diagnostic } from '../sources/diagnostic.ts';
import type { GuestRuntime } from '../sources/guest-runtime.ts';
import type { ObjectCache } from '../sources/object-cache.ts';
import { type BuildPlan, planBuild } from './build-plan.ts';
import type { BuildRequest } from './build-result.ts';

/** A source of a program, compiled as in a build. */
export interface SourceCheck {
  readonly request: BuildRequest;
  /** Path of the source among the request's files. */
  readonly path: string;
}

/** Tools that a check uses. */
export interface CheckTools {
  /**
   * Undefined until the compiler is loaded. Until then, only Fortran is checked, because it needs neither clang nor the
   * guest runtime.
   */
  readonly forC: { readonly clang: Clang; readonly guest: GuestRuntime } | undefined;
  /** Stores precompiled C++ headers. Without the cache, every check parses the headers again. */
  readonly cache?: ObjectCache;
  readonly loadPart?: LoadPart;
}

/**
 * Returns the compiler's messages about a source or, in Fortran, about all Fortran sources, because the front end
 * compiles them together. Undefined for a source that no build would compile, and also until clang and all required
 * parts of it are loaded.
 */
export async function checkSource(
  { forC, cache, loadPart }: CheckTools,
  { request, path }: SourceCheck,
): Promise<readonly Diagnostic[] | undefined> {
  const plan = maybePlan(request);
  const source = plan?.sources.find((one) => one.path === path);
  if (!plan || !source) return undefined;
  if (source.language === 'Fortran') return checkFortran(unitOf(plan, path), loadPart);
  if (!forC) return undefined;
  return checkWithClang(forC.clang, forC.guest, unitOf(plan, path), cache).catch((error: unknown) => {
    if (error instanceof MissingPart) return undefined;
    throw error;
  });
}

/** The unit that a build would pass to the compiler for this source. */
function unitOf(plan: BuildPlan, path: string): CompileUnit {
  const { files, directory, traits, debug } = plan;
  const { language, flags } = plan.sources.find((one) => one.path === path)!;
  const others = plan.sources.filter((one) => language === 'Fortran' && one.language === language);
  const paths = others.map((one) => one.path).filter((one) => one !== path);
  return { sources: [path, ...paths], language, files, directory, flags, traits, debug };
}

// A check ignores errors in the plan, because the build reports them.
function maybePlan(request: BuildRequest) {
  try {
    return planBuild(request);
  } catch (error) {
    if (error instanceof HazeError) return undefined;
    throw error;
  }
}
