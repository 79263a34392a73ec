// Recorded programs of Fortran 90 to 2008, grouped by clause, compiled with all run-time checks.
import { testRecordedPrograms } from './recorded-programs.ts';

testRecordedPrograms((clause) => clause.startsWith('modern'));
