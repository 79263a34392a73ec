// Recorded programs for FORTRAN 77, by section of X3.9-1978, and for input and output.
import { testRecordedPrograms } from './recorded-programs.ts';

testRecordedPrograms((clause) => clause === 'f77' || clause === 'io');
