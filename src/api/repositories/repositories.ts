// Connections to git repositories, each with a configuration of its own.
import type { DataSource, TraceVariable } from '../../jobs/records.ts';
import { recordType } from '../../store/store.ts';

/** Body of a `repository` record: RepositoryConfig of the interface document. */
export interface RepositoryBody {
  readonly RemoteURL: string;
  /** A commit, or HEAD. */
  readonly Commit: string;
  /** `''` for the default branch. */
  readonly Branch: string;
  readonly BuildDirectory: string;
  readonly Arguments: string;
  /** CoreID of builds that name none. */
  readonly Core?: string;
  readonly DataSources: readonly DataSource[];
  readonly TraceVariables: readonly TraceVariable[];
  /** Epoch seconds. */
  readonly UpdatedAt: number;
}

export const repositories = recordType<RepositoryBody>('repository');
