// Answers the queries of a group of lanes. As in plain runs, a query is about the draws of all lanes that make it at
// the same place and occurrence. During the first pass, a query is about the group's own draws only.
import type { Questions } from '../../runtime/core/core-imports.ts';
import type { Handle, Operand } from '../../uncertainty/core/core.ts';
import type { GroupCore } from '../../uncertainty/cores/group-core.ts';
import type { PlainCore } from '../../uncertainty/cores/plain-core.ts';
import { ArgumentCount, createSampler, FURTHER, pick, SAMPLE } from '../values/joined-queries.ts';
import { drawsByQuery, keyOfQuery, type LaneRuns } from '../values/lane-runs.ts';
import { ReplayedAnswers } from '../values/replayed-answers.ts';
import type { GroupNotes } from './group-notes.ts';

export interface GroupQuestionsOptions {
  readonly core: GroupCore;
  /** Answers queries about draws. */
  readonly plain: PlainCore;
  readonly notes: GroupNotes;
  readonly readPath: () => number;
  readonly seed: bigint;
  readonly lanes: Pick<LaneRuns, 'answers' | 'firstAnswers'>;
}

interface Asked {
  readonly key: string;
  readonly path: number;
  readonly occurrence: number;
  /** Draws of all lanes that make this query here; undefined during the first pass. */
  readonly joined: Float64Array | undefined;
}

export class GroupQuestions implements Questions {
  readonly #options: GroupQuestionsOptions;
  readonly #answers: ReadonlyMap<string, Float64Array>;
  readonly #known = new Map<string, number>();
  readonly #replayed: ReplayedAnswers;
  readonly #arguments = new ArgumentCount();

  constructor(options: GroupQuestionsOptions) {
    this.#options = options;
    this.#replayed = new ReplayedAnswers(options.lanes.firstAnswers);
    this.#answers = drawsByQuery(options.lanes.answers);
  }

  /** Begins a run. */
  begin(): void {
    this.#replayed.restart();
    this.#arguments.restart();
  }

  query(query: number, value: Operand, argument: number): number {
    const replayed = this.#replayed.maybeNext();
    if (replayed !== undefined) return replayed;
    const { notes, readPath } = this.#options;
    if (this.#arguments.take(query)) notes.note('Argument', readPath(), query, Float64Array.of(argument));
    const asked = this.#ask(query, value);
    if (!asked.joined) return this.#answer(query, value, argument, asked);
    const key = `${asked.key} ${argument}`;
    let answer = this.#known.get(key);
    if (answer === undefined) {
      answer = this.#answer(query, value, argument, asked);
      this.#known.set(key, answer);
    }
    return answer;
  }

  sampleInto(value: Operand, target: Float64Array): void {
    if (this.#replayed.fill(target)) return;
    const sample = this.#sampler(value, this.#ask(FURTHER.samples, value));
    for (let i = 0; i < target.length; i++) target[i] = sample();
  }

  independentCopy(value: Operand): Handle {
    const { core } = this.#options;
    const { joined } = this.#ask(FURTHER.copy, value);
    const uniforms = core.drawUniforms();
    return this.#copy(value, joined, uniforms);
  }

  /** Draws of several values, independent of the originals, all from the same lane. */
  independentCopies(values: readonly Operand[]): Operand[] {
    const { core } = this.#options;
    const uniforms = core.drawUniforms();
    return values.map((value) => {
      const handle = this.#copy(value, this.#ask(FURTHER.jointCopy, value).joined, uniforms);
      return { handle, particle: core.resultParticle };
    });
  }

  limitSupport(value: Operand, low: number, high: number): Handle {
    const { core } = this.#options;
    const { joined } = this.#ask(FURTHER.limits, value);
    const uniforms = core.drawUniforms();
    const within = joined?.filter((x) => x >= low && x <= high) ?? new Float64Array();
    const numberOf = core.numbersOf(value);
    return core.make((i) => {
      const x = numberOf(i);
      if (x >= low && x <= high) return x;
      return within.length > 0 ? pick(within, uniforms[i]!) : Number.NaN;
    });
  }

  #copy(value: Operand, joined: Float64Array | undefined, uniforms: Float64Array): Handle {
    const { core } = this.#options;
    const numberOf = core.numbersOf(value);
    return core.make((i) => (joined ? pick(joined, uniforms[i]!) : numberOf(i)));
  }

  #answer(query: number, value: Operand, argument: number, asked: Asked): number {
    const { plain, core } = this.#options;
    if (query === SAMPLE) return this.#sampler(value, asked)();
    if (!asked.joined && value.handle === 0) return plain.query(query, value, argument);
    return plain.answer(query, asked.joined ?? core.sorted(value), argument);
  }

  #sampler(value: Operand, { joined, path, occurrence }: Asked): () => number {
    const draws = joined ?? this.#options.core.sorted(value);
    return createSampler(draws, this.#options.seed, path, occurrence);
  }

  #ask(query: number, value: Operand): Asked {
    const { core, notes, readPath } = this.#options;
    const path = readPath();
    const occurrence = notes.note('Asked', path, query, core.read(value));
    const key = keyOfQuery({ path, query, occurrence });
    return { key, path, occurrence, joined: this.#answers.get(key) };
  }
}
