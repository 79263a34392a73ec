// Recorded programs compiled with all run-time checks: the programs in the "checked" folders of all clauses.
import { isChecked, testRecordedPrograms } from './recorded-programs.ts';

testRecordedPrograms(isChecked);
