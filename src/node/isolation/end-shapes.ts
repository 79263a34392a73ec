// Shapes of the run outcomes that a process reports.
import { STOP_STATUS } from '../../runtime/running/run-outcome.ts';
import { type Is, isList, isOneOf, isRecord, isText, isWhole } from './shapes.ts';

const MOST_FRAMES = 256;
const LONGEST_MESSAGE = 64 * 1024;

/** Byte offsets in a module, innermost call first. */
export const isFrames = isList(isWhole(0), MOST_FRAMES);

const isExitStatus = isWhole(0, 255);
const isExited = isRecord({ kind: isOneOf(['exited']), exitStatus: isExitStatus }, { codeOffsets: isFrames });
const isStopped = isRecord(
  {
    kind: isOneOf(['stopped']),
    code: isOneOf(Object.keys(STOP_STATUS)),
    message: isText(LONGEST_MESSAGE),
    exitStatus: isExitStatus,
  },
  { codeOffsets: isFrames },
);

/** True if the value is a RunEnd. */
export const isEnd: Is = (value) => isExited(value) || isStopped(value);
