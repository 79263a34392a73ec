// Runs that follow the lanes of a core. Run 0 leads, on the particles' path; every other run is a lane.

/** Draws of all lanes for the n-th query at a place. */
export interface JoinedDraws {
  /** Path of calls. */
  readonly path: number;
  /** Number of the query; see joined-queries.ts. */
  readonly query: number;
  /** Number of earlier occurrences in the same run. */
  readonly occurrence: number;
  readonly draws: Float64Array;
}

/** Key of a query at its place: the path of calls, the query's number and its occurrence. */
export function keyOfQuery({ path, query, occurrence }: Omit<JoinedDraws, 'draws'>): string {
  return `${path} ${query} ${occurrence}`;
}

/** Draws, keyed by query. */
export function drawsByQuery(answers: readonly JoinedDraws[]): ReadonlyMap<string, Float64Array> {
  return new Map(answers.map(({ draws, ...place }) => [keyOfQuery(place), draws]));
}

/** Input for runs that follow lanes, in addition to the program. */
export interface LaneRuns {
  readonly laneCount: number;
  /** Points from which the first sources draw. */
  readonly firstPoints: 'lattice' | 'sobol';
  /** Particles of the values that the leading run creates, in order. */
  readonly made: Float64Array;
  /** Answers to the first queries, in order. All lanes make these queries on the same path. */
  readonly firstAnswers: Float64Array;
  /** Draws for the answers to queries; empty before the first pass. */
  readonly answers: readonly JoinedDraws[];
  /**
   * True if lanes with the same path first run together in groups. The module is then the rewritten module, which marks
   * its paths.
   */
  readonly areGrouped?: boolean;
  /** Run whose lane leads if the run on the particles' path does not terminate. */
  readonly leader?: number;
  /**
   * Maximum number of loop iterations in one run. A run that exceeds it counts as endless. If undefined, there is no
   * maximum.
   */
  readonly mostLoopPasses?: number;
}

/** An odd number, so that its multiples reach every lane before any lane repeats. */
const STRIDE = 2_654_435_761;

/**
 * The lane of a run; undefined for run 0, which leads. Lanes come in a scrambled order, so that the first runs
 * represent all lanes if time runs out.
 */
export function laneOfRun(run: number, laneCount: number): number | undefined {
  return run === 0 ? undefined : (((run - 1) * STRIDE) % 2 ** 32) % laneCount;
}
