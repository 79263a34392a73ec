// One build, from the moment it was taken to its end: sources from the record, the module of an equal build or a new
// one, log and module into the store.
import { HazeError } from '../errors/haze-error.ts';
import type { BuildRequest } from '../toolchain/build-result.ts';
import { type Artifacts, maybeHashBuild } from './artifacts.ts';
import type { Builder, BuildOutput } from './builder.ts';
import type { Claim } from './held-job.ts';
import type { JobLimits } from './limits.ts';
import { type Application, type BuildBody, buildLogKey, buildModuleKey, type Language } from './records.ts';

/** What building needs beside the job. */
export interface BuildTools {
  readonly builder: Builder;
  readonly artifacts: Artifacts;
  readonly limits: JobLimits;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

const FILE_NAMES: Readonly<Record<Language, string>> = {
  C: 'main.c',
  'C++': 'main.cpp',
  Fortran: 'main.f90',
};

function describeBuild(application: Application): BuildRequest {
  if (application.Type === 'Repository') {
    throw new HazeError(
      'not-supported',
      'Programs of repositories are not built by this version of Haze. Send the source code instead.',
    );
  }
  const { Code, Language, ConfigMk } = application.SourceCode;
  return {
    sources: { [FILE_NAMES[Language]]: Code },
    language: Language,
    ...(ConfigMk === '' ? {} : { configMk: ConfigMk }),
  };
}

async function buildOrRetry(
  request: BuildRequest,
  tools: BuildTools,
  signal: AbortSignal,
): Promise<BuildOutput> {
  const options = { signal, timeLimitMs: tools.limits.buildTimeMs };
  try {
    return await tools.builder.build(request, options);
  } catch (error) {
    if (!(error instanceof HazeError) || error.code !== 'compiler-died') throw error;
    return tools.builder.build(request, options);
  }
}

async function complete(
  claim: Claim<BuildBody>,
  program: { readonly module: Uint8Array; readonly log: string; readonly buildTimeMs: number },
  message: string,
  tools: BuildTools,
): Promise<void> {
  const { job } = claim;
  const log = new TextEncoder().encode(program.log);
  await job.step('Completed', message, async (tx, body) => {
    await tx.putBlob(buildLogKey(job.id), log);
    await tx.putBlob(buildModuleKey(job.id), program.module);
    return {
      ...body,
      BuildArtifactAvailable: true,
      Stats: {
        BuildTimeInMilliseconds: Math.round(program.buildTimeMs),
        BuildSizeInBytes: program.module.length,
        CreatedAt: Math.floor(tools.now() / 1000),
      },
    };
  });
}

/** Stops a build with a log. */
export async function stopBuild(claim: Claim<BuildBody>, message: string, log: string): Promise<void> {
  const bytes = new TextEncoder().encode(log);
  await claim.job.step('Stopped', message, async (tx, body) => {
    await tx.putBlob(buildLogKey(claim.job.id), bytes);
    return body;
  });
}

/** Builds. Errors of the program end as Stopped; `HazeError`s of the way there are thrown. */
export async function runBuildJob(
  claim: Claim<BuildBody>,
  tools: BuildTools,
  signal: AbortSignal,
): Promise<void> {
  const { job, body } = claim;
  const { builder, artifacts, now } = tools;
  const startedMs = now();
  const request = describeBuild(body.Application);
  const hash = await maybeHashBuild(request, body.Core, await builder.version());
  const known = hash && (await artifacts.findLinked(hash));
  if (known) {
    const log = `${known.log.trimEnd()}\nhaze: the module of an equal build was used again\n`;
    const program = { module: known.module, log, buildTimeMs: now() - startedMs };
    return complete(claim, program, 'built: the module of an equal build was used again', tools);
  }
  await job.step('Building', 'compiling');
  const output = await buildOrRetry(request, tools, signal);
  if (!output.ok) return stopBuild(claim, output.problem, output.log);
  if (hash) await artifacts.keep(hash, output);
  const message = `built in ${Math.round(output.buildTimeMs)} ms`;
  return complete(claim, output, message, tools);
}
