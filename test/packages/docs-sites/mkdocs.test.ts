import { testSite } from './site-checks.ts';

testSite({ name: 'mkdocs', source: 'docs/index.md', built: '_site', command: '/usr/bin/mkdocs' });
