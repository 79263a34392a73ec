// Recorded programs for all clauses, except those that have their own test files: FORTRAN 77, input and output, and
// programs with all checks (input-output.test.ts, checked.test.ts).
import { isChecked, testRecordedPrograms } from './recorded-programs.ts';

testRecordedPrograms((clause) => clause !== 'f77' && clause !== 'io' && !isChecked(clause));
