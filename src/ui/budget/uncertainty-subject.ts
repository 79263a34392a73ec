// What the panels on uncertainty ask about.
import type { LabAnswer, LabWish, ProgramLab } from '../../client/program/program-lab.ts';

/** What is asked about. Another object is another run. */
export interface UncertaintySubject {
  /** Runs the program again, as the lab does. */
  ask(wish: LabWish, onStep: Parameters<ProgramLab['ask']>[2], signal: AbortSignal): Promise<LabAnswer>;
  /** What the ordinary run printed. */
  readonly stdout: string;
}
