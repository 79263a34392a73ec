// Cores with Athens arithmetic (docs/cores.md): values carry distributions, and operands are treated as independent.

import type { CoreSpec } from '../core/core-spec.ts';
import { IndependentDecisions } from '../distributions/decisions.ts';
import { AthensArithmetic } from '../independent/athens-arithmetic.ts';
import { DeltaQueries } from '../independent/delta-queries.ts';
import { ExpectedMoments } from '../independent/expected-moments.ts';
import { IndependentCreation } from '../independent/independent-creation.ts';
import type { SetOptions } from './core-options.ts';
import { layGround } from './ground.ts';
import { IndependentDraws, OWN_DRAWS } from './independent-draws.ts';
import { OwnDraws } from './own-draws.ts';
import { TrackingCore } from './tracking-core.ts';

export function openAthensCore(spec: CoreSpec, options: SetOptions): TrackingCore {
  const ground = layGround(spec, options);
  const { densities, points, texts } = ground;
  const expected = new ExpectedMoments(ground);
  const parts = { ...ground, expected };
  const creation = new IndependentCreation(parts);
  const queries = new DeltaQueries(parts);
  const draws = new OwnDraws(spec, { ...options, drawCount: OWN_DRAWS });
  return new TrackingCore({
    ...ground,
    arithmetic: new AthensArithmetic(parts),
    creation,
    limits: creation,
    draws: new IndependentDraws({ draws, queries, creation }),
    queries,
    decisions: new IndependentDecisions((value) => points.read(value)),
    forget(handle) {
      texts.forget(handle);
      densities.forget(handle);
      expected.forget(handle);
    },
  });
}
