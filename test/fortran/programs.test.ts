// Recorded programs of all clauses but those that have test files of their own: FORTRAN 77, input and output, and modern
// Fortran (input-output.test.ts, modern.test.ts).
import { testRecordedPrograms } from './recorded-programs.ts';

testRecordedPrograms((clause) => clause !== 'f77' && clause !== 'io' && !clause.startsWith('modern'));
