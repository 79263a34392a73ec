// Keeps of a run everything that following its draws takes, should one of its decisions be mixed: the output from that
// decision on, the particles of all values that were made, standard input. Until then output passes as it comes.
import type { Core, Handle, Operand } from '../../uncertainty/core/core.ts';
import type { MixedRun } from '../../uncertainty/sources/run-decisions.ts';
import { concatenate } from '../output/concatenate.ts';
import type { StreamName } from '../output/output-ring.ts';
import type { InputSource } from '../wasi/streams.ts';
import type { Questions } from './core-imports.ts';
import type { SourceMakers } from './source-gate.ts';

/** Most values that a run may make and still be followed: 32 MB of particles. */
const MOST_MADE = 4 * 1024 * 1024;

export class DrawFollowing {
  readonly #passed: Record<StreamName, Uint8Array[]> = { stdout: [], stderr: [] };
  readonly #held: Record<StreamName, Uint8Array[]> = { stdout: [], stderr: [] };
  readonly #notices: string[] = [];
  readonly #ending: string[] = [];
  readonly #input: Uint8Array[] = [];
  readonly #made = new NumberList();
  readonly #answers = new NumberList();
  #isMixed = false;
  #refusal: string | undefined;

  get isMixed(): boolean {
    return this.#isMixed;
  }

  /** The program has made a mixed decision: from here on output is held back. */
  mix(): void {
    this.#isMixed = true;
  }

  /** Passes output of the program on, or holds it back. */
  write(stream: StreamName, bytes: Uint8Array, pass: (bytes: Uint8Array) => void): void {
    const kept = (this.#isMixed ? this.#held : this.#passed)[stream];
    kept.push(bytes.slice());
    if (!this.#isMixed) pass(bytes);
  }

  /** Passes a notice of the core on, or holds it back. */
  notice(text: string, pass: (text: string) => void): void {
    if (this.#isMixed) this.#notices.push(text);
    else pass(text);
  }

  /** Passes a line about the end of the run on, or holds it back. */
  end(text: string, pass: (text: string) => void): void {
    if (this.#isMixed) this.#ending.push(text);
    else pass(text);
  }

  /** Standard input, of which a copy is kept. */
  keepInput(source: InputSource): InputSource {
    return (size) => {
      const bytes = source(size);
      this.#input.push(bytes.slice());
      return bytes;
    };
  }

  /** Wraps calls that make values, and keeps the particles. */
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
      posterior: (make) => {
        this.#refusal ??= 'the program infers a posterior, which takes whole distributions';
        return keep(makers.posterior(make));
      },
    };
  }

  /** Wraps queries about distributions, and keeps the answers until a decision is mixed. */
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
      limitSupport: (value, low, high) => core.limitSupport(value, low, high),
    };
  }

  /** The record of the run; undefined where no decision was mixed. */
  finish(): MixedRun | undefined {
    if (!this.#isMixed) return undefined;
    const join = ({ stdout, stderr }: Record<StreamName, Uint8Array[]>) => ({
      stdout: concatenate(stdout),
      stderr: concatenate(stderr),
    });
    return {
      passed: join(this.#passed),
      held: join(this.#held),
      notices: this.#notices,
      ending: this.#ending,
      made: this.#made.toArray(),
      answers: this.#answers.toArray(),
      input: concatenate(this.#input),
      ...(this.#refusal === undefined ? {} : { refusal: this.#refusal }),
    };
  }

  #addAnswer(answer: number): void {
    if (this.#isMixed) return;
    if (this.#answers.length < MOST_MADE) this.#answers.add(answer);
    else this.#refusal ??= `the program asks more than ${MOST_MADE} questions about distributions`;
  }

  #add(particle: number): void {
    if (this.#made.length < MOST_MADE) this.#made.add(particle);
    else this.#refusal ??= `the program makes more than ${MOST_MADE} distributions`;
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
