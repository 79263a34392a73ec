// Stores data about a run for a possible second run, which follows the draws after a mixed decision or uses more lanes
// because a figure was coarse. The data consist of standard input, the particles of all created values, and the output
// after the decision or figure. Earlier output passes through immediately.

import { concatenate } from '../../errors/concatenate.ts';
import type { Core, Handle, Operand } from '../../uncertainty/core/core.ts';
import type { Answer, PrintedAnswer } from '../../uncertainty/core/value-figures.ts';
import type { CoarseRun, DecisionNews, HeldRun, MixedRun } from '../../uncertainty/sources/run-decisions.ts';
import type { StreamName } from '../output/output-ring.ts';
import { type InputSource, passThrough } from '../wasi/streams.ts';
import type { Questions } from './core-imports.ts';
import type { SourceMakers } from './source-gate.ts';

/** Maximum number of values in a run whose draws can be followed. Their particles take 32 MB. */
const MOST_MADE = 4 * 1024 * 1024;

/**
 * Number of values after the first mixed decision at which a run reports that it may be endless. Each further report
 * follows at ten times as many values.
 */
const FIRST_DOUBT = 20_000;

/** Maximum number of recorded notices, which a second run need not repeat. */
const MOST_SAID = 1000;

export class DrawFollowing {
  readonly #passed: Record<StreamName, Uint8Array[]> = { stdout: [], stderr: [] };
  readonly #held: Record<StreamName, Uint8Array[]> = { stdout: [], stderr: [] };
  readonly #notices: string[] = [];
  /** Notices that have been passed on. */
  readonly #said: string[] = [];
  readonly #ending: string[] = [];
  readonly #input: Uint8Array[] = [];
  readonly #made = new NumberList();
  readonly #answers = new NumberList();
  #knownAnswers: readonly Answer[] = [];
  #isMixed = false;
  #madeSince = 0;
  #nextDoubt = FIRST_DOUBT;
  #isHeld = false;
  /** True if the program has read input after a coarse figure, which means that the user must see the prompt. */
  #isReleased = false;
  /** Actions that pass on held output and notices. */
  readonly #passing: (() => void)[] = [];
  readonly #onNews: (news: DecisionNews) => void;
  #excess = 0;
  #refusal: string | undefined;

  /** @param onNews receives the data for following the draws, in case the run never finishes */
  constructor(onNews: (news: DecisionNews) => void) {
    this.#onNews = onNews;
  }

  get isMixed(): boolean {
    return this.#isMixed;
  }

  /** Called at a mixed decision; from then on, output is held back. @param known answers so far, with their errors */
  mix(known: readonly Answer[] = []): void {
    if (this.#isMixed) return;
    this.#knownAnswers = known;
    this.#isMixed = true;
    this.#isHeld = true;
    this.#onNews({ mixed: this.finish()! });
  }

  /** Called at a coarse figure; from then on, output is held back. */
  coarsen(excess: number): void {
    if (this.#isReleased) return;
    this.#excess = Math.max(this.#excess, excess);
    this.#isHeld = true;
  }

  /** Passes on the program's output, or holds it back. */
  write(stream: StreamName, bytes: Uint8Array, pass: (bytes: Uint8Array) => void): void {
    const kept = bytes.slice();
    (this.#isHeld ? this.#held : this.#passed)[stream].push(kept);
    if (this.#isHeld) this.#passing.push(() => pass(kept));
    else pass(bytes);
  }

  /** Passes on an answer's error, or holds it back together with the text of the answer. */
  answer(answer: PrintedAnswer, pass: (answer: PrintedAnswer) => void): void {
    if (this.#isHeld) this.#passing.push(() => pass(answer));
    else pass(answer);
  }

  /** Passes on a notice from the core, or holds it back. */
  notice(text: string, pass: (text: string) => void): void {
    if (this.#isHeld) {
      this.#notices.push(text);
      this.#passing.push(() => pass(text));
    } else {
      if (this.#said.length < MOST_SAID) this.#said.push(text);
      pass(text);
    }
  }

  /** Passes on a line about the end of the run, or holds it back. */
  end(text: string, pass: (text: string) => void): void {
    if (this.#isHeld) this.#ending.push(text);
    else pass(text);
  }

  /** Wraps standard input and keeps a copy of it. */
  keepInput(source: InputSource): InputSource {
    return passThrough(source, (size) => {
      this.#release();
      const bytes = source(size);
      this.#input.push(bytes.slice());
      if (this.#isMixed) this.#onNews({ input: bytes.slice() });
      return bytes;
    });
  }

  /** Wraps the calls that create values and records the particles. */
  keepMade(makers: SourceMakers, core: Core): SourceMakers {
    const keep = (handle: Handle): Handle => {
      this.#add(core.resultParticle);
      return handle;
    };
    return {
      parametric: (kind, a, b, c) => keep(makers.parametric(kind, a, b, c)),
      text: (input, read, make) => keep(makers.text(input, read, make)),
      other: (kind, text, make) => {
        const made = makers.other(kind, text, make);
        if (Array.isArray(made)) for (const { particle } of made as Operand[]) this.#add(particle);
        else keep(made as Handle);
        return made;
      },
      drawn: (text, make) => {
        this.#refusal ??= 'the program evaluates a function draw by draw, and also makes decisions elsewhere';
        return makers.drawn(text, make);
      },
      posterior: (make) => {
        this.#refusal ??= 'the program infers a posterior, which needs whole distributions';
        return keep(makers.posterior(make));
      },
    };
  }

  /** Wraps queries about distributions and records the answers until the first mixed decision. */
  keepAnswers(core: Core): Questions {
    return {
      query: (query, value, argument) => {
        const answer = core.query(query, value, argument);
        this.#addAnswer(answer);
        return answer;
      },
      sampleInto: (value, target) => {
        core.sampleInto(value, target);
        for (const draw of target) this.#addAnswer(draw);
      },
      independentCopy: (value) => core.independentCopy(value),
      independentCopies: (values) => core.independentCopies(values),
      limitSupport: (value, low, high) => core.limitSupport(value, low, high),
    };
  }

  /** Returns the record of the run; undefined if there was no mixed decision. */
  finish(): MixedRun | undefined {
    if (!this.#isMixed) return undefined;
    return {
      ...this.#heldRun(),
      made: this.#made.toArray(),
      answers: this.#answers.toArray(),
      knownAnswers: this.#knownAnswers,
      ...(this.#refusal === undefined ? {} : { refusal: this.#refusal }),
    };
  }

  /** Returns the record of a run with a coarse figure; undefined after a mixed decision, which takes precedence. */
  finishCoarse(): CoarseRun | undefined {
    return this.#isMixed || !this.#isHeld
      ? undefined
      : { ...this.#heldRun(), excess: this.#excess, said: this.#said };
  }

  /** Gives up on refining and releases output that was held back only because of a coarse figure. */
  #release(): void {
    if (!this.#isHeld || this.#isMixed) return;
    this.#isReleased = true;
    this.#isHeld = false;
    for (const pass of this.#passing.splice(0)) pass();
    this.#notices.length = 0;
    for (const stream of ['stdout', 'stderr'] as const)
      this.#passed[stream].push(...this.#held[stream].splice(0));
  }

  #heldRun(): HeldRun {
    const join = ({ stdout, stderr }: Record<StreamName, Uint8Array[]>) => ({
      stdout: concatenate(stdout),
      stderr: concatenate(stderr),
    });
    return {
      passed: join(this.#passed),
      held: join(this.#held),
      notices: this.#notices,
      ending: this.#ending,
      input: concatenate(this.#input),
    };
  }

  #addAnswer(answer: number): void {
    if (this.#isMixed) return;
    if (this.#answers.length < MOST_MADE) this.#answers.add(answer);
    else this.#refusal ??= `the program makes more than ${MOST_MADE} queries about distributions`;
  }

  #add(particle: number): void {
    if (this.#isMixed && ++this.#madeSince === this.#nextDoubt) {
      this.#onNews({ madeValues: this.#madeSince });
      this.#nextDoubt *= 10;
    }
    if (this.#made.length < MOST_MADE) this.#made.add(particle);
    else this.#refusal ??= `the program creates more than ${MOST_MADE} distributions`;
  }
}

class NumberList {
  #numbers = new Float64Array(64);
  length = 0;

  add(number: number): void {
    if (this.length === this.#numbers.length) {
      const more = new Float64Array(2 * this.length);
      more.set(this.#numbers);
      this.#numbers = more;
    }
    this.#numbers[this.length++] = number;
  }

  toArray(): Float64Array {
    return this.#numbers.slice(0, this.length);
  }
}
