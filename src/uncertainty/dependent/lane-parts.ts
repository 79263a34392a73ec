// The parts of cores that track dependence.

import type { LaneArithmetic } from './lane-arithmetic.ts';
import type { LaneGround } from './lane-ground.ts';
import type { LaneQueries } from './lane-queries.ts';
import type { LaneSources } from './lane-sources.ts';

export interface LaneParts extends LaneGround {
  readonly arithmetic: LaneArithmetic;
  readonly sources: LaneSources;
  readonly queries: LaneQueries;
}
