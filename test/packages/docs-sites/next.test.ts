import { testSite } from './site-checks.ts';

testSite({ name: 'next', source: 'app/page.mdx', built: '_site' });
