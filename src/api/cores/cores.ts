// The API's cores: the catalogue's default cores, which are the same in every account, and custom cores, which are
// records of their owner.
import { type ReadView, recordType, type StoredRecord } from '../../store/contract/store.ts';
import { type CoreSpec, DEFAULT_CORES, describeStandIn } from '../../uncertainty/core/core-spec.ts';
import { preferredCore, users } from '../accounts/users.ts';
import { invalidRequest } from '../requests/failures.ts';
import { toSeconds } from '../requests/services.ts';
import { microarchitectureOf } from './microarchitectures.ts';

/** Body of a `core` record: the whole core except its ID. */
export interface CoreBody extends Omit<CoreSpec, 'CoreID'> {
  readonly UpdatedAt: number;
}

export const cores = recordType<CoreBody>('core');

/** Owner of all default cores. */
const DEFAULT_OWNER = 'haze';

/** Converts a custom core for a response. */
export function toCoreView(core: StoredRecord<CoreBody>): object {
  const { UpdatedAt, StandsFor: _, ...spec } = core.body;
  const whole = { CoreID: core.id, ...core.body };
  return {
    Object: 'Core',
    CoreID: core.id,
    Owner: core.owner,
    CreatedAt: toSeconds(core.createdAt),
    UpdatedAt,
    ...spec,
    Microarchitecture: microarchitectureOf(whole),
    Description: describeStandIn(whole),
  };
}

/** Converts a default core for a response. */
export function toDefaultCoreView(core: CoreSpec): object {
  const Description = describeStandIn(core);
  return { Object: 'Core', Owner: DEFAULT_OWNER, CreatedAt: 0, UpdatedAt: 0, ...core, Description };
}

/** The default core with this name (case-insensitive) or ID. */
export function maybeDefaultCore(nameOrId: string): CoreSpec | undefined {
  const wanted = nameOrId.toLowerCase();
  return DEFAULT_CORES.find((core) => core.CoreID === wanted || core.Name.toLowerCase() === wanted);
}

/** Finds a default core by its name or ID, or one of the user's cores by ID. */
export async function findCore(
  view: ReadView,
  nameOrId: string,
  userId: string,
): Promise<CoreSpec | undefined> {
  const known = maybeDefaultCore(nameOrId);
  if (known) return known;
  const custom = await view.get(cores, nameOrId);
  if (custom?.owner !== userId) return undefined;
  const { UpdatedAt: _, ...spec } = custom.body;
  return { CoreID: custom.id, ...spec };
}

/**
 * Core for a new build: the requested core, under either field name, or else the account's preferred core.
 * @throws HazeError `invalid-request` if there is no such core
 */
export async function chooseCore(
  view: ReadView,
  userId: string,
  { CoreID, Core }: { readonly CoreID?: string | undefined; readonly Core?: string | undefined },
): Promise<CoreSpec> {
  const named = CoreID ?? Core;
  const wanted = named ?? preferredCore(await view.get(users, userId));
  const core = await findCore(view, wanted, userId);
  if (core) return core;
  const origin = named === undefined ? ' (set in the account’s preferences)' : '';
  throw invalidRequest(
    CoreID === undefined && Core !== undefined ? 'Core' : 'CoreID',
    `there is no core "${wanted}"${origin} among the default cores or the account’s custom cores`,
  );
}
