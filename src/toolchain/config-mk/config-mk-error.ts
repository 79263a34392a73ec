// Errors in config.mk, always with file and line.
import { HazeError } from '../../errors/haze-error.ts';

/** Location in config.mk; lines are 1-based. */
export interface MakePlace {
  readonly file: string;
  readonly line: number;
}

/** A `config-mk` error at a location. */
export function configMkError(place: MakePlace, message: string): HazeError {
  return new HazeError('config-mk', `${place.file}:${place.line}: ${message}`, { data: { ...place } });
}

/** Supported contents of config.mk, listed in messages about unsupported contents. */
export const SUPPORTED =
  'config.mk may contain assignments (=, :=, ::=, +=, ?=), references, $(wildcard …), ifeq, ifneq, ifdef, ifndef, else, endif and comments';
