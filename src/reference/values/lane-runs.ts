// Runs that follow the lanes of a core: run 0 leads, on the path of the particles; each other run is a lane.

/** Draws of all lanes at the n-th question at a place. */
export interface JoinedDraws {
  /** Path of calls. */
  readonly path: number;
  /** Number of the question; see joined-queries.ts. */
  readonly query: number;
  /** Number of earlier occurrences in the same run. */
  readonly occurrence: number;
  readonly draws: Float64Array;
}

/** Key of a query at its place: the path of calls, the number of the query, the occurrence. */
export function keyOfQuery({ path, query, occurrence }: Omit<JoinedDraws, 'draws'>): string {
  return `${path} ${query} ${occurrence}`;
}

/** Draws by the keys of their queries. */
export function drawsByQuery(answers: readonly JoinedDraws[]): ReadonlyMap<string, Float64Array> {
  return new Map(answers.map(({ draws, ...place }) => [keyOfQuery(place), draws]));
}

/** Input of the runs of lanes beside the program. */
export interface LaneRuns {
  readonly laneCount: number;
  /** Points from which the first sources draw. */
  readonly firstPoints: 'lattice' | 'sobol';
  /** Particles of the values that the leading run creates, in their order. */
  readonly made: Float64Array;
  /** Answers to the first questions, in their order: all lanes make these queries on one path. */
  readonly firstAnswers: Float64Array;
  /** Draws for the answers to queries; none before the first pass. */
  readonly answers: readonly JoinedDraws[];
  /** Lanes with the same path first run together, as groups. The module is the rewritten one, which marks its paths. */
  readonly areGrouped?: boolean;
  /** Run whose lane leads, because the path of the particles does not end. */
  readonly leader?: number;
  /** Limit on the passes through loops of one run: a run beyond it counts as endless. None when absent. */
  readonly mostLoopPasses?: number;
}

/** An odd number: its multiples go through all lanes before one repeats. */
const STRIDE = 2_654_435_761;

/**
 * The lane of a run; undefined for run 0, which leads. Lanes come in an order without a pattern, so that the first runs
 * represent all lanes when time runs out.
 */
export function laneOfRun(run: number, laneCount: number): number | undefined {
  return run === 0 ? undefined : (((run - 1) * STRIDE) % 2 ** 32) % laneCount;
}
