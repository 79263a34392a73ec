import { testCorpus } from './corpus-checks.ts';

testCorpus((program) => program.language === 'C++');
