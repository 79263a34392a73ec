import { testSite } from './site-checks.ts';

testSite({ name: 'vitepress', source: 'docs/index.md', built: 'docs/.vitepress/dist' });
