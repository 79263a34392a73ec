// Drives: named sets of data sources.
import type { DataSource } from '../../jobs/records/records.ts';
import { recordType } from '../../store/contract/store.ts';

/** Body of a `drive` record. */
export interface DriveBody {
  readonly Name: string;
  readonly DataSources: readonly DataSource[];
  /** Epoch seconds. */
  readonly UpdatedAt: number;
}

export const drives = recordType<DriveBody>('drive');
