// Recorded programs compiled with all run-time checks: programs in the folders "checked" of all clauses.
import { isChecked, testRecordedPrograms } from './recorded-programs.ts';

testRecordedPrograms(isChecked);
