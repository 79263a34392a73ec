import { testSite } from './site-checks.ts';

testSite({ name: 'astro', source: 'src/pages/index.md', built: '_site' });
