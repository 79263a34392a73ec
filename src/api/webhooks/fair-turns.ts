// Limits the number of slow operations that run at once, overall and per account. An account whose endpoints are slow
// therefore never delays another account.

export interface TurnLimits {
  readonly most: number;
  readonly mostOfAccount: number;
}

interface Waiting {
  readonly account: string;
  begin(): void;
}

export class FairTurns {
  readonly #limits: TurnLimits;
  readonly #running = new Map<string, number>();
  #runningCount = 0;
  /** Oldest first. */
  #waiting: Waiting[] = [];

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** Runs the work when it is the account's turn. */
  async take<Result>(account: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#isFull(account)) {
      await new Promise<void>((begin) => this.#waiting.push({ account, begin }));
    } else this.#count(account, 1);
    try {
      return await work();
    } finally {
      this.#count(account, -1);
      this.#beginNext();
    }
  }

  #isFull(account: string): boolean {
    const { most, mostOfAccount } = this.#limits;
    return this.#runningCount >= most || (this.#running.get(account) ?? 0) >= mostOfAccount;
  }

  /**
   * Starts the longest-waiting work whose account is within its limits, synchronously, so that no later work
   * overtakes it.
   */
  #beginNext(): void {
    const index = this.#waiting.findIndex(({ account }) => !this.#isFull(account));
    const [next] = index < 0 ? [] : this.#waiting.splice(index, 1);
    if (!next) return;
    this.#count(next.account, 1);
    next.begin();
  }

  #count(account: string, change: number): void {
    this.#runningCount += change;
    const count = (this.#running.get(account) ?? 0) + change;
    if (count === 0) this.#running.delete(account);
    else this.#running.set(account, count);
  }
}
