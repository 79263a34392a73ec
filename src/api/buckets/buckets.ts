// Buckets: named folders of the account's storage.
import { recordType } from '../../store/contract/store.ts';

/** Body of a `bucket` record. */
export interface BucketBody {
  readonly Name: string;
  readonly Account: string;
  /**
   * Default mount path for data sources in programs: a path relative to the working directory, which is the root of
   * the file system.
   */
  readonly MountPath: string;
  readonly Read: boolean;
  readonly Write: boolean;
  readonly Region?: string;
  /** Epoch seconds. */
  readonly UpdatedAt: number;
}

export const buckets = recordType<BucketBody>('bucket');
