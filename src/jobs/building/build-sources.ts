// A build's sources: the code in its record, or its repository's files. Fetches the repository and writes the progress
// into the build's status.
import { INPUTS } from '../../repositories/build-folder.ts';
import { type CheckOutSettings, defaultCheckOutSettings } from '../../repositories/check-out-settings.ts';
import { type RepositorySettings, readRepositorySettings } from '../../repositories/settings-file.ts';
import type { BuildRequest } from '../../toolchain/building/build-result.ts';
import { nameLoneSource } from '../../toolchain/sources/lone-source.ts';
import type { TakenRepository, TakeRepository } from '../cloning/clone-client.ts';
import { maybeToken, StoredShelf } from '../cloning/repository-store.ts';
import type { Claim, Holder } from '../records/held-job.ts';
import type { Application, BuildBody } from '../records/records.ts';

/** An executor's access to repositories. */
export interface RepositoryOptions {
  readonly take: TakeRepository;
  readonly settings?: Partial<CheckOutSettings>;
}

export interface SourceTools extends Pick<Holder, 'store' | 'now'> {
  readonly repositories: RepositoryOptions;
  /** Maximum total size of the repository data stored for one account. */
  readonly repositoryCacheBytes: number;
}

export interface BuildSources {
  readonly request: BuildRequest;
  /** Files that tasks find in their working directory, by path. */
  readonly inputs: ReadonlyMap<string, Uint8Array>;
  /** Lines to put at the start of the log. */
  readonly remarks: readonly string[];
  /** The repository commit that was built; `''` if unknown. */
  readonly commit: string;
  /** Settings from the repository's `signaloid.yaml`; undefined for a single source. */
  readonly settings?: RepositorySettings;
  /** Hash of all source paths and bytes, if known. */
  readonly contentHash?: string | undefined;
}

const REPORT_MS = 500;

type RepositoryApplication = Extract<Application, { Type: 'Repository' }>['Repository'];

/** Opens a build's sources. @throws HazeError any error from `checkOut` */
export async function openBuildSources(
  claim: Claim<BuildBody>,
  tools: SourceTools,
  signal: AbortSignal,
): Promise<BuildSources> {
  const application = claim.body.Application;
  if (application.Type === 'Repository') return openRepository(application.Repository, claim, tools, signal);
  return { request: requestOf(application), inputs: new Map(), remarks: [], commit: '' };
}

/** Build request for a program whose code is in its record. */
export function requestOf({ SourceCode }: Extract<Application, { Type: 'SourceCode' }>): BuildRequest {
  const { Code, Language, Form, ConfigMk } = SourceCode;
  return {
    sources: { [nameLoneSource(Language, Code, Form)]: Code },
    language: Language,
    ...(ConfigMk === '' ? {} : { configMk: ConfigMk }),
  };
}

async function openRepository(
  repository: RepositoryApplication,
  claim: Claim<BuildBody>,
  tools: SourceTools,
  signal: AbortSignal,
): Promise<BuildSources> {
  const { store, now, repositories, repositoryCacheBytes } = tools;
  const { RemoteURL, Branch, Commit, BuildDirectory, RepositoryID } = repository;
  const shelf = new StoredShelf(store, claim.job.owner, now);
  const token = await maybeToken(store, RepositoryID);
  const notes = createNotes(claim, now);
  const wish = { url: RemoteURL, branch: Branch, commit: Commit, directory: BuildDirectory };
  const settings = { ...defaultCheckOutSettings, ...repositories.settings };
  try {
    const request = { ...wish, ...(token !== undefined && { token }), settings };
    const checkedOut = await repositories.take(request, { shelf, signal, report: notes.add });
    return await describeSources(checkedOut, BuildDirectory);
  } finally {
    await notes.end();
    await shelf.shrink(repositoryCacheBytes);
  }
}

async function describeSources(taken: TakenRepository, directory: string): Promise<BuildSources> {
  const { files, commit, remarks, contentHash } = taken;
  const settings = await readRepositorySettings(files);
  const inputs = new Map<string, Uint8Array>();
  for (const [path, bytes] of files) {
    if (path.startsWith(INPUTS)) inputs.set(path.slice(INPUTS.length), bytes);
  }
  return {
    request: { sources: files, directory },
    inputs,
    remarks: [...remarks, ...settings.problems],
    commit,
    settings,
    contentHash,
  };
}

/** Writes notes into a job's status, at most as often as a client would poll. */
export function createNotes(claim: Claim<BuildBody>, now: () => number) {
  let writing: Promise<void> | undefined;
  let writtenMs = Number.NEGATIVE_INFINITY;
  const add = (message: string): void => {
    if (writing || now() - writtenMs < REPORT_MS) return;
    writtenMs = now();
    // Ignores errors, because the executor itself detects lost jobs.
    writing = claim.job
      .note(message)
      .catch(() => undefined)
      .finally(() => {
        writing = undefined;
      });
  };
  return { add, end: async (): Promise<void> => writing };
}
