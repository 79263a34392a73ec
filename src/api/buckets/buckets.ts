// Buckets: named folders of the account's storage.
import { recordType } from '../../store/contract/store.ts';

/** Body of a `bucket` record. */
export interface BucketBody {
  readonly Name: string;
  readonly Account: string;
  /** Where programs find it whose data source has no Location: a path in the working directory, which is the root. */
  readonly MountPath: string;
  readonly Read: boolean;
  readonly Write: boolean;
  readonly Region?: string;
  /** Epoch seconds. */
  readonly UpdatedAt: number;
}

export const buckets = recordType<BucketBody>('bucket');
