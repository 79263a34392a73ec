// Names and programs used by bench/accuracy/decisions.ts.
import { FURTHER_PROGRAMS } from './further-programs.ts';
import { FIRST_PROGRAMS, type Program } from './programs.ts';

export const PROGRAMS: Readonly<Record<string, Program>> = { ...FIRST_PROGRAMS, ...FURTHER_PROGRAMS };
