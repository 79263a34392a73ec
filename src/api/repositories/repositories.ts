// Connections to git repositories, each with its own configuration.
import type { BuildBody, DataSource, RepositorySource } from '../../jobs/records/records.ts';
import { recordType } from '../../store/contract/store.ts';

/** Address of a repository and its build settings: the RepositoryConfig of the interface specification. */
export interface RepositorySettings extends RepositorySource {
  /** CoreID for builds that do not request a core. */
  readonly Core?: string;
}

/** Body of a `repository` record. */
export interface RepositoryBody extends RepositorySettings {
  readonly DataSources: readonly DataSource[];
  readonly TraceVariables: BuildBody['TraceVariables'];
  /** Epoch seconds. */
  readonly UpdatedAt: number;
}

export const repositories = recordType<RepositoryBody>('repository');
