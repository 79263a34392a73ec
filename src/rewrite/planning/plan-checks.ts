// Plans the checks of a function body: walks over it (check-planner.ts) until the assumptions about its locals hold.

import { mayBeBox } from '../hooks/instruction-shapes.ts';
import type { InstructionList } from '../reading/instruction-list.ts';
import type { CheckPlan, PlanRequest } from './check-plan.ts';
import { CheckPlanner } from './check-planner.ts';
import { Liveness } from './liveness.ts';

/** Maximum number of times that assumptions about locals are refined before all of them are dropped. */
const MAX_ROUNDS = 4;

function initialAssumptions(list: InstructionList): Uint8Array {
  const exact = new Uint8Array(list.locals.length);
  list.locals.forEach((type, i) => {
    if (i >= list.parameterCount && mayBeBox(type)) exact[i] = 1;
  });
  return exact;
}

/**
 * Plans the checks of a valid function body. It first finds locals that only ever hold values that cannot be boxes:
 * constants, converted integers, and results computed from these. The search starts with all locals and drops those
 * that violate the assumption.
 */
export function planChecks(request: PlanRequest): CheckPlan {
  const { info, index, list } = request;
  const { results } = info.types[info.functionTypes[index]!]!;
  const liveness = new Liveness(info.bytes, list, request.tracked, request.memory);
  const assumedExact = initialAssumptions(list);
  for (let round = 1; ; round++) {
    if (round === MAX_ROUNDS) assumedExact.fill(0);
    const planner = new CheckPlanner(request, liveness, assumedExact);
    planner.run(results);
    if (!planner.violated) return planner;
  }
}
