// Creates identifiers: a prefix for the kind, and 32 hexadecimal digits. Their schemas are in identifiers.ts, which
// pages that only create an account need not load.
import { toHex } from '../../store/contract/random-bytes.ts';
import type { Services } from './services.ts';

/** Prefix for each kind of resource, by the name of its ID field. */
export const ID_PREFIXES = {
  CoreID: 'cor',
  BuildID: 'bld',
  TaskID: 'tsk',
  RepositoryID: 'rep',
  ValueID: 'val',
  UserID: 'usr',
  BucketID: 'buc',
  DriveID: 'drv',
  PlotID: 'plt',
  WebhookID: 'whk',
  DeliveryID: 'dlv',
} as const;

export type IdField = keyof typeof ID_PREFIXES;

const ID_BYTES = 16;

/** A new identifier. */
export function makeId(services: Services, field: IdField): string {
  return `${ID_PREFIXES[field]}_${toHex(services.random(ID_BYTES))}`;
}
