// Run that the panels on uncertainty are about.
import type { LabAnswer, LabWish, ProgramLab } from '../../client/program/program-lab.ts';

/** Run that questions are about. Another run is another object. */
export interface UncertaintySubject {
  /** Runs the program again in the lab. */
  ask(wish: LabWish, onStep: Parameters<ProgramLab['ask']>[2], signal: AbortSignal): Promise<LabAnswer>;
  /** Output of the ordinary run. */
  readonly stdout: string;
}
